//! `@<USERID>` in a webhook's post: how many are resolved, and which (spec sections 4.4 and 8).

use portico_rules::ids::UserId;

use crate::support::{Community, TestInstance, report};

async fn members(instance: &TestInstance, acme: &Community<'_>, count: usize) -> Vec<UserId> {
    let mut ids = Vec::new();
    for n in 0..count {
        let person = instance.person(&format!("member{n:02}")).await;
        acme.join(&person).await;
        ids.push(person.id);
    }
    ids
}

fn tokens(ids: &[UserId]) -> String {
    ids.iter().map(|id| format!("@<{id}> ")).collect()
}

/// Shows: mentions.sixteen
#[tokio::test]
async fn sixteen_different_ids_are_resolved_and_the_seventeenth_is_not() {
    let instance = TestInstance::open().await;
    let owner = instance.person("owner").await;
    let acme = instance.server("Acme", &owner).await;
    let hook = acme.webhook(&owner, &acme.general).await;
    let ids = members(&instance, &acme, 17).await;
    let sixteen = hook.say(&tokens(&ids[..16]), &["users"]).await.expect(200);
    assert_eq!(report(&sixteen).0.len(), 16);
    assert!(report(&sixteen).1.is_empty());
    let seventeen = hook.say(&tokens(&ids), &["users"]).await.expect(200);
    assert_eq!(report(&seventeen).0.len(), 16);
    let last = format!("@<{}>", ids[16]);
    assert_eq!(report(&seventeen).1, [(last.clone(), "over_limit".to_owned())]);
    let kept = hook.messages().await.pop().unwrap();
    assert!(kept.content.starts_with("@member00 @member01 "));
    assert!(kept.content.contains(&last));
    assert_eq!(instance.mentions_of(kept.id).await.len(), 16);
}

/// Shows: mentions.repeats
#[tokio::test]
async fn a_repeated_id_counts_once_and_is_rewritten_everywhere() {
    let instance = TestInstance::open().await;
    let owner = instance.person("owner").await;
    let acme = instance.server("Acme", &owner).await;
    let hook = acme.webhook(&owner, &acme.general).await;
    let ids = members(&instance, &acme, 16).await;
    let text = tokens(&[&ids[..1], &ids[..1], &ids[..], &ids[..1]].concat());
    let answer = hook.say(&text, &["users"]).await.expect(200);
    assert_eq!(report(&answer).0.len(), 16);
    assert!(report(&answer).1.is_empty());
    let kept = hook.messages().await.pop().unwrap();
    assert!(!kept.content.contains('<'));
    assert_eq!(kept.content.matches("@member00").count(), 4);
    assert_eq!(instance.mentions_of(kept.id).await.len(), 16);
}

/// Shows: mentions.sixteen
#[tokio::test]
async fn unknown_ids_count_towards_the_sixteen() {
    let instance = TestInstance::open().await;
    let owner = instance.person("owner").await;
    let acme = instance.server("Acme", &owner).await;
    let hook = acme.webhook(&owner, &acme.general).await;
    let ids = members(&instance, &acme, 1).await;
    let strangers: Vec<UserId> = (1..=16).map(UserId::from).collect();
    let answer = hook.say(&format!("{}{}", tokens(&strangers), tokens(&ids)), &["users"]).await.expect(200);
    let (fired, silent) = report(&answer);
    assert!(fired.is_empty());
    assert_eq!(silent.len(), 17);
    assert_eq!(silent[16], (format!("@<{}>", ids[0]), "over_limit".to_owned()));
}
