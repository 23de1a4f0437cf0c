// Pages for signed-out users, except form errors, which are in `accounts`.

export async function strangers() {
  return [
    { page: "Start page", state: "signed out", path: "/" },
    { page: "Sign up", state: "empty", path: "/sign-up" },
    { page: "Sign in", state: "empty", path: "/sign-in" },
    { page: "Sign in", state: "on the way to somewhere else", path: "/portal/webhooks/new" },
    { page: "Integrator’s guide", state: "signed out", path: "/docs" },
    { page: "Integrator’s guide", state: "a search", path: "/docs?q=token" },
    { page: "Integrator’s guide", state: "a search that finds nothing", path: "/docs?q=zebra" },
    { page: "Integrator’s guide", state: "sign in", path: "/docs/sign-in" },
    { page: "Integrator’s guide", state: "OpenID Connect", path: "/docs/openid-connect" },
    { page: "Integrator’s guide", state: "mentions", path: "/docs/mentions" },
    { page: "Integrator’s guide", state: "other software", path: "/docs/compatible" },
    { page: "Integrator’s guide", state: "errors", path: "/docs/errors" },
    { page: "Integrator’s guide", state: "limits", path: "/docs/limits" },
    { page: "Integrator’s guide", state: "pictures", path: "/docs/pictures" },
    { page: "Keyboard shortcuts", state: "signed out", path: "/docs/keyboard" },
    { page: "About notifications", state: "signed out", path: "/docs/notifications" },
    { page: "Integrator’s guide", state: "settings of Grafana", path: "/docs/sign-in-grafana" },
    { page: "Style", state: "every component", path: "/style" },
    { page: "Forgotten password", state: "empty", path: "/reset" },
  ];
}
