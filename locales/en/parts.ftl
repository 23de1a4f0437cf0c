# Components of several pages

copy = Copy
optional = optional
name = Name
previous = Previous
next = Next
suspended-badge = Suspended
allow = Allow
inherit = Inherit
deny = Deny
pick-colour = Pick: { $label }
secret-hidden = hidden
secret-show = Reveal
hide = Hide
samples-language = Language of the samples
move-up = Move up
move-down = Move down
move-what-up = Move { $what } up
move-what-down = Move { $what } down

# Times of pages without scripts

time-never = never
time-edited = edited
time-now = just now
time-minutes = { $count } min ago
time-hours = { $count } h ago
time-days =
    { $count ->
        [one] { $count } day ago
       *[other] { $count } days ago
    }

# Stands between a label and what it says, with its spaces.

colon = :{" "}
