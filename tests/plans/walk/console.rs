//! The console of an admin.

use portico::background::counts::add_counts;
use portico_store::models::{AppReport, Operator};

use super::Walk;
use crate::support::{CALLBACK, PASSWORD, picture};

impl Walk<'_> {
    /// An admin looks at everything in the console, and does each act once.
    pub(super) async fn console(&self) {
        let instance = self.instance;
        let root = instance.person("root").await;
        let by = Operator::TERMINAL;
        assert!(root.user.set_admin(&instance.app, true, &by).await.unwrap());
        let dora = instance.person("dora").await;
        let own = instance.server("Console", &root).await;
        let hook = own.webhook(&root, &own.general).await;
        let app = instance.oauth_app(&root, CALLBACK).await;
        let report = format!("/oauth/apps/{}/report", app.id());
        let fields = [("reason", "spam"), ("text", "Again and again")];
        dora.browser.post(&report, &fields).await.expect(303);
        let get = async |path: &str| root.browser.get(path).await.expect(200);
        let user = format!("/admin/users/{}", dora.id);
        for act in ["sign_out", "disable", "enable", "verify_phone", "reset_password", "reset_second_step"] {
            let fields = [("act", act), ("reason", "Walk"), ("phone", "+4915112340099")];
            root.browser.post(&user, &fields).await;
        }
        let app = format!("/admin/apps/{}", app.id());
        let hook = format!("/admin/webhooks/{}", hook.id());
        let server = format!("/admin/servers/{}", own.id());
        for here in [&app, &hook, &server] {
            for act in ["suspend", "restore"] {
                let fields = [("act", act), ("reason", "Walk")];
                root.browser.post(here, &fields).await.expect(303);
            }
        }
        add_counts(&instance.app).await.unwrap();
        for path in [
            "/admin",
            "/admin?span=month",
            "/admin/users",
            "/admin/users?q=do",
            "/admin/users?q=%2B4915112340099",
            "/admin/users?q=7",
            &user,
            "/admin/apps",
            "/admin/apps?q=alice",
            "/admin/apps?q=%40alice",
            "/admin/apps?q=7",
            "/admin/apps?q=alice&used_since=2026-01-01&order=unused&after=0-7",
            "/admin/apps?order=used",
            "/admin/apps?order=unused&after=0-7",
            "/admin/apps?used_since=2025-06-01&not_used_since=2027-01-01",
            "/admin/apps?not_used_since=2027-01-01&after=1767225600000-7",
            &app,
            "/admin/webhooks",
            "/admin/webhooks?q=alice",
            "/admin/webhooks?q=%40alice",
            "/admin/webhooks?q=7",
            "/admin/webhooks?q=alice&used_since=2026-01-01&order=unused&after=0-7",
            "/admin/webhooks?order=used",
            "/admin/webhooks?order=unused&after=0-7",
            "/admin/webhooks?used_since=2025-06-01&not_used_since=2027-01-01",
            "/admin/webhooks?not_used_since=2027-01-01&after=1767225600000-7",
            &hook,
            "/admin/servers",
            "/admin/servers?q=alice",
            "/admin/servers?q=%40alice",
            "/admin/servers?q=7&before=9007199254740991",
            &server,
            "/admin/reports?after=7",
            "/admin/sign-up",
            "/admin/notice",
            "/admin/branding",
            "/admin/audit",
            "/admin/audit?before=9007199254740991",
            "/admin/audit/export",
        ] {
            get(path).await;
        }
        // As the terminal lists them.
        for closed_too in [false, true] {
            AppReport::page(&instance.app.db, closed_too, Some(7), 10).await.unwrap();
        }
        let page = get("/admin/reports").await;
        let report = page.attributes("input[name=report]", "value").remove(0);
        let fields = [("report", report.as_str()), ("reason", "Walk")];
        root.browser.post("/admin/reports", &fields).await.expect(303);
        for act in ["show", "end"] {
            let fields = [("act", act), ("text", "Soon"), ("hours", "1"), ("reason", "Walk")];
            root.browser.post("/admin/notice", &fields).await.expect(303);
        }
        let png = picture(300, 300);
        let file: [(&str, &str, &str, &[u8]); 1] = [("logo", "logo.png", "image/png", &png)];
        for act in ["save", "logo", "clear"] {
            let fields = [("act", act), ("name", "Walk"), ("reason", "Walk")];
            let changed = root.browser.upload("/admin/branding", &fields, &file).await;
            changed.expect(303);
            if act == "logo" {
                get("/branding/logo").await;
                get("/branding/logo?v=1").await;
                get("/branding.css?accent=0a6a57").await;
            }
        }
        let fields = [("act", "create_link"), ("days", "1")];
        let page = root.browser.post("/admin/sign-up", &fields).await.expect(200);
        let link = page.one("#sign-up-link");
        let secret = link.split_once("link=").unwrap().1;
        let fields = [("nickname", "linus"), ("name", "Linus"), ("password", PASSWORD), ("link", secret)];
        instance.browser().post("/sign-up", &fields).await.expect(303);
        let fields = [("nickname", "made"), ("name", "Made")];
        root.browser.post("/admin/users", &fields).await.expect(200);
        for act in ["make_admin", "remove_admin"] {
            root.browser.post(&user, &[("act", act), ("reason", "Walk")]).await.expect(303);
        }
        root.browser.post("/admin", &[("act", "dismiss")]).await.expect(303);
        for mode in ["invite", "open"] {
            let fields = [("mode", mode), ("reason", "Walk")];
            root.browser.post("/admin/sign-up", &fields).await.expect(303);
            instance.browser().get("/sign-up?next=%2Finvites%2Fx").await.expect(200);
        }
    }
}
