//! Devices that sign in by a code (RFC 8628), and what people see of them.

use std::net::IpAddr;

use portico_rules::ids::AppId;
use portico_store::models::DeviceCode;
use portico_store::models::oauth::device_code::{self, Poll};
use portico_store::models::oauth::oauth_app;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};

use super::{Answer, Browser, TestOauthApp, leaks};

/// What a device has got.
pub struct TestDevice<'h> {
    pub app_id: AppId,
    instance: &'h super::TestInstance,
    pub device_code: String,
    /// As it shows it.
    pub user_code: String,
}

impl<'h> TestOauthApp<'h> {
    /// Allows the app to sign people in on devices, or not.
    pub async fn allow_devices(&self, allowed: bool) {
        oauth_app::Entity::update_many()
            .col_expr(oauth_app::Column::DeviceEnabled, Expr::value(allowed))
            .filter(oauth_app::Column::Id.eq(self.id()))
            .exec(&*self.instance.app.db)
            .await
            .unwrap();
    }

    /// A device that asks for the profile, from an address.
    pub async fn device_at(&self, address: &str) -> TestDevice<'h> {
        let address: IpAddr = address.parse().unwrap();
        let issued = DeviceCode::issue(&self.instance.app, self.id(), "profile", address)
            .await
            .unwrap()
            .expect("the app may sign people in on devices");
        leaks::made(issued.device_code.expose().split_once('.').unwrap().1);
        TestDevice {
            app_id: self.id(),
            instance: self.instance,
            device_code: issued.device_code.expose().to_owned(),
            user_code: device_code::written(&issued.user_code),
        }
    }

    pub async fn device(&self) -> TestDevice<'h> {
        self.device_at("192.0.2.7").await
    }
}

impl TestDevice<'_> {
    pub fn id(&self) -> i64 {
        let (id, _) = self.device_code.split_once('.').unwrap();
        id.parse().unwrap()
    }

    pub async fn poll(&self) -> Poll {
        DeviceCode::poll(&self.instance.app, self.app_id, &self.device_code).await.unwrap()
    }

    /// Types the code.
    pub async fn enter(&self, browser: &Browser<'_>) -> Answer {
        let fields = [("user_code", self.user_code.as_str())];
        browser.post("/device", &fields).await
    }

    /// Types it, and says that the device is theirs: the consent page.
    pub async fn consent_page(&self, browser: &Browser<'_>) -> Answer {
        let page = self.enter(browser).await.expect(200);
        decide(browser, &page, "continue").await
    }

    /// All the way.
    pub async fn approve(&self, browser: &Browser<'_>) -> Answer {
        let page = self.consent_page(browser).await.expect(200);
        decide(browser, &page, "approve").await
    }
}

/// Answers the form of a page about a device.
pub async fn decide(browser: &Browser<'_>, page: &Answer, decision: &str) -> Answer {
    let form = "form[action='/device']";
    browser.decide(page, form, "/device", decision).await
}
