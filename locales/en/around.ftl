# The home page

home-welcome = Welcome to { $brand }
home-lead = A chat with servers and channels for the people who meet here. Sign in to read and write.
home-lead-sign-up = A chat with servers and channels for the people who meet here. Sign in to read and write, or create an account.
home-invite = New here? Open the invite link that you got.
home-closed = Sign-up is closed at the moment.
home-about = What this is
home-servers = Join a server by its invite, or create your own. Messages arrive at once, and your inbox collects those that mention you.
home-account = One account for other sites
home-account-text = A site you sign in to sees four things: your ID, nickname, display name and picture. It can’t see your messages, your servers or your phone number.
home-programs = Your programs post as well
home-programs-text = Whatever you run can post into a channel, and notifies no one unless you ask for it. <a href="/docs">The integrator’s guide</a> says how.

# An invite

invite-join = Join { $server }
invite-member = You are already a member of
invite-by = <bdi>{ $name }</bdi> (@{ $nickname }) invites you to
invite-to = You are invited to
invite-members =
    { $count ->
        [one] <span class="nums">{ $count }</span> member
       *[other] <span class="nums">{ $count }</span> members
    }
invite-owner = owned by @{ $owner }
invite-go = Go to { $server }
invite-later = Not now
invite-shown = Members of the server will see your nickname, display name and picture.
invite-shown-first = You join only when you say so. Members of the server will see your nickname, display name and picture.
invite-sign-in = Sign in to join
invite-sign-up = Sign up to join

# The list of servers

list-lead = A server is a place for a group of people, with channels to talk in.
list-mine = Servers you are in
list-owner = You own this server
list-settings = Settings
list-leave = Leave
list-leave-server = Leave { $server }
list-leave-about = You will lose your roles in this server, and you will need an invite to come back.
list-empty = You are not in a server yet
list-empty-text = Create one below, or open an invite link that someone sent you.
list-suspended = Suspended servers
list-suspended-text = The operator of this instance suspended them. No one can read or post there until that is lifted.
list-new = New server
list-new-text = You will own it, and it starts with one channel. Invite people once it is created.
list-example = Friday builders
list-create = Create server
no-channel = You can’t see any channels
no-channel-manages = You can manage this server, but you don’t have permission to view any of its channels.
no-channel-settings = Open the server settings
no-channel-text = You are a member of this server, but you don’t have permission to view any of its channels. Ask someone who manages it.

# Inbox

inbox-lead = Messages that reply to you or mention you, one of your roles, or everyone in a channel.
inbox-read-all = Mark all as read
inbox-read-to = Mark as read up to here
inbox-message = { $name } in { $channel }
inbox-earlier = Earlier
reply-badge = Reply
inbox-you = You
inbox-role = Your role
inbox-everyone = Everyone
inbox-unread = (unread)
inbox-empty = No mentions yet
inbox-empty-text = When someone in one of your servers replies to you or mentions you, one of your roles or everyone (@all), the message appears here.
inbox-to-servers = Go to your servers
inbox-end = No older mentions
inbox-end-text = You have reached the end of your inbox.
inbox-to-newest = Back to the newest mentions

# Members and people

members-title = Members in { $channel }
members-lead = Everyone who can see { $channel }, by their highest role.
members-online = { $count } online.
members-online-only = { $count } online. Others aren’t listed, as the server is large.
members-here = here now
members-all = All { $count }
members-roles = All roles
person-you = you
person-since = Member since <time></time>
person-gone = Not in this server now
person-owner = Owner
person-edit = Edit profile
person-block-hint = Blocking folds their messages for you alone. They don’t learn of it.

# Search

search-skip = Skip to the results
search-in = Search <bdi>{ $server }</bdi>
search-region = Search and its results
search-help = How to search
search-words = messages with both words, in any order; <code>deplo</code> finds “deployment”, too
search-phrase = exactly these words, next to each other
search-from = by a person, by a webhook (<code>from:"CI bot"</code>), or by you (<code>from:me</code>)
search-channel = in a channel
search-days = before, after or on a day, by your clock
search-mentions = that notified you, a role of yours, or everyone
search-ignored = Left out of the search:
search-results = Results, newest first
search-by = message by { $name }
search-so-far = Nothing found so far
search-so-far-text = Only the newest messages were searched. Go on with “Older”.
search-none = No messages found
search-none-names = No message that you can see meets this search. Check the names after “from:” and “in:”, or try other words.
search-none-text = No message that you can see meets this search. Try fewer or other words: a word is found by its first letters, three at least.
search-end = No older messages found
search-end-text = You have reached the end of the results.
