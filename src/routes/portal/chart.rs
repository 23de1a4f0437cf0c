//! Posts per hour, drawn as bars.
//! They are counted in `models::logs::delivery`.

use serde_json::{Value, json};

use portico_store::models::logs::delivery::Hour;

/// Hours or days as bars, each 20 wide and at most 96 high, and as the numbers beside it; none where nothing was posted.
pub(in crate::routes) fn chart(hours: &[Hour]) -> Option<Value> {
    const HEIGHT: i64 = 96;
    const LEAST: i64 = 5;
    let most = hours.iter().map(|hour| hour.accepted + hour.refused).max()?;
    if most == 0 {
        return None;
    }
    // A single post does not fill the scale.
    let most = most.max(LEAST);
    // The smallest number still shows.
    let height = |count: i64| {
        if count == 0 { 0 } else { (count * HEIGHT / most).max(2) }
    };
    let bars: Vec<Value> = (0_i64..)
        .zip(hours)
        .map(|(place, hour)| {
            let accepted = height(hour.accepted);
            let refused = height(hour.refused);
            json!({
                "at": hour.at,
                "accepted": hour.accepted,
                "refused": hour.refused,
                "x": place * 20 + 3,
                "accepted_y": HEIGHT + 4 - accepted,
                "accepted_height": accepted,
                "refused_y": HEIGHT + 4 - accepted - refused,
                "refused_height": refused,
            })
        })
        .collect();
    let total: i64 = hours.iter().map(|hour| hour.accepted).sum();
    let refused: i64 = hours.iter().map(|hour| hour.refused).sum();
    let width = bars.len() * 20;
    Some(json!({ "bars": bars, "width": width, "most": most, "total": total, "refused": refused }))
}
