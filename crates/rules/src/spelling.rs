//! Suggestions for a name that was misspelt.

/// The name in the list that differs least, if only by about a quarter of the letters.
#[must_use]
pub fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let max = Ord::max(name.len() / 4, 1);
    known
        .iter()
        .map(|known| (distance(name, known), *known))
        .filter(|(letters, _)| *letters <= max)
        .min()
        .map(|(_, known)| known)
}

/// Number of letters to add, remove or replace to make one word of the other.
#[must_use]
pub fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (at, letter) in one.chars().enumerate() {
        let mut diagonal = at;
        row[0] = at + 1;
        for (place, wanted) in other.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *wanted);
            diagonal = row[place + 1];
            row[place + 1] = Ord::min(replaced, Ord::min(diagonal, row[place]) + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distance_of_words_counts_letters() {
        assert_eq!(distance("caps", "caps"), 0);
        assert_eq!(distance("cap", "caps"), 1);
        assert_eq!(distance("trhottle", "throttle"), 2);
        assert_eq!(distance("", "log"), 3);
        assert_eq!(distance("log", ""), 3);
    }
}
