// Pages for signed-out users, except form errors, which are in `accounts`.

export async function strangers() {
  return [
    { page: "Start page", state: "signed out", path: "/" },
    { page: "Sign up", state: "empty", path: "/sign-up" },
    { page: "Sign in", state: "empty", path: "/sign-in" },
    { page: "Sign in", state: "on the way to somewhere else", path: "/portal/webhooks/new" },
    { page: "Integrator’s guide", state: "signed out", path: "/docs" },
    { page: "Keyboard shortcuts", state: "signed out", path: "/docs/keyboard" },
    { page: "About notifications", state: "signed out", path: "/docs/notifications" },
    { page: "Integrator’s guide", state: "settings of Grafana", path: "/docs/sign-in-grafana" },
    { page: "Style", state: "every component", path: "/style" },
    { page: "Forgotten password", state: "empty", path: "/reset" },
  ];
}
