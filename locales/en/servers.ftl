# Settings of a server

settings-back = Back to { $server }
settings-overview = Overview
danger = Danger zone
danger-confirm = These actions can’t be undone, so you are asked for your password first.
confirm-first = Confirm it’s you first
remove = Remove
remove-what = Remove { $what }
reason = Reason
position = Position
picture = Picture
picture-new = New picture
picture-upload = Upload picture
picture-remove = Remove picture
overview-pictures = Load pictures in cards only on click
overview-pictures-hint = A picture comes from the host that a webhook names, which learns who opens it, and when. Pictures of authors on other hosts aren’t shown then.
overview-second = Require two-step sign-in to manage this server
overview-second-anyway = This service requires it of everyone who manages a server, whatever you choose here.
overview-second-hint = Without it, the owner, administrators and those who may manage the server can’t use that power until they set it up. They can read and write as before.
overview-need = To change these settings, you need the permission “Manage server”.
overview-picture-lead = Members see it in the list of their servers, and people with an invite before they join.
transfer = Transfer ownership
transfer-about = Another member becomes the owner of this server, once they accept. You stay a member and keep your roles.
transfer-offered = Offered to { $name } (@{ $nickname }) until <time></time>. They find it under Settings, Transfer offers. The server stays yours until they accept.
transfer-cancel = Cancel transfer
transfer-no-heirs = No other member can own it. <a href="{ $path }/invites">Invite someone</a> first.
transfer-ask = They become the owner once they accept, within seven days. You stay a member and keep your roles, and only they can transfer it back.
transfer-to = New owner
transfer-choose = Choose a member
transfer-nickname = New owner’s nickname
server-name = Server name
server-delete = Delete this server
server-delete-button = Delete server
server-delete-about = Its channels, messages, webhooks, roles and invites are deleted with it, immediately and permanently.
server-delete-ask = Its channels, messages, webhooks, roles and invites are deleted with it, immediately and permanently. To confirm, type <strong>{ $server }</strong>.

# Channels

channels-title = Channels of { $server }
channels-lead = Open a channel to edit it and to set its permissions. Everyone sees the channels in this order.
channels-none = You can’t see any of the channels.
channels-new = New channel
channels-name-hint = Use letters, digits, dashes and underscores.
channels-example = builds
channels-topic-hint = What the channel is about.
channels-create = Create channel
channel-open = Open channel
channel-topic = Topic
channel-slow-mode = Slow mode
channel-slow-hint = How long members wait between two messages. Those who manage messages or channels don’t.
channel-position-hint = 1 is the first of the { $count } channels that you see.
channel-save = Save channel
channel-permissions = Permissions in this channel
channel-permissions-lead = “Inherit” uses what the member’s roles allow. A setting for a role overrides the one for everyone, and a setting for a member overrides both.
channel-beyond = You can only allow what you are allowed to do in this channel yourself. That leaves out: { $permissions }.
channel-above = You can’t change what is set for roles and members at or above your own highest role.
channel-save-permissions = Save permissions
channel-every-member = every member of the server
channel-kind-role = role
channel-kind-former = left the server
channel-kind-member = member
channel-allowed = { $permission }: allowed
channel-denied = { $permission }: denied
channel-inherited = { $permission }: inherited
channel-add = Add a role or member
channel-target = Role or member
channel-target-choose = Choose a role or member
channel-role = Role
channel-no-role = No role
channel-nickname = Or a member’s nickname
channel-delete = Delete this channel
channel-delete-about = Its messages and webhooks are deleted with it, immediately and permanently.
channel-delete-button = Delete channel
channel-delete-ask = Delete <strong>{ $channel }</strong> with all its messages and webhooks? They are deleted immediately and permanently.

# Roles

roles-title = Roles of { $server }
roles-lead = A role gives its permissions to the members who have it. “Everyone” applies to all members. People can act only on roles, and on members, below their own highest role.
roles-mentionable = Mentionable
roles-no-permissions = No permissions
roles-holders =
    { $count ->
        [one] <span>{ $count }</span> <span>member</span>
       *[other] <span>{ $count }</span> <span>members</span>
    }
roles-new = New role
roles-new-lead = You can only give permissions that you have yourself.
roles-example = Builders
roles-create = Create role
permissions = Permissions
role-title = Role { $role }
role-everyone = Every member of the server has these permissions.
role-mentionable = Anyone can mention this role
role-save = Save role
role-too-high = You can’t edit this role because it is not below your own highest role.
role-beyond = You can’t edit this role because it has a permission that you don’t have yourself.
role-need = To edit roles, you need the permission “Manage roles”.
role-delete = Delete this role
role-delete-about = Its members lose its permissions, and channels lose the permissions set for it.
role-delete-button = Delete role
role-delete-ask = Delete the role <strong>{ $role }</strong>?

# Members

members-of = Members of { $server }
members-total = { $count } in total
members-search = Search members (nickname and display name)
members-none = No member has a nickname, or a word of their display name, that begins like this.
members-none-large = No member has a nickname that begins like this, or exactly this display name.
member-since = member since <time></time>
member-timed-out = Until <time></time>, this member can read, but not post or change anything.
member-no-roles = This server has no roles to assign yet.
member-create-role = <a href="/servers/{ $server }/settings/roles">Create one</a>.
member-roles-hint = You can only add and remove roles below your own highest role, whose permissions you have yourself.
member-save-roles = Save roles
member-has-none = This member has no roles.
member-above = You can only change the roles of members whose highest role is below yours.
member-need-roles = To assign roles, you need the permission “Manage roles”.
member-remove = Remove member
member-remove-title = Remove from the server
member-remove-about = They will lose their roles in this server, and can come back with an invite. Their messages stay.
member-remove-ask = Remove <strong>@{ $nickname }</strong> from { $server }?
time-out = Time-out
time-out-lead = A member who is timed out can read what they could read before, but not post or change anything here. Leaving and joining again doesn’t end it.
time-out-for = For
time-out-button = Time out
time-out-lift = Lift time-out
former = Not a member
former-banned = This person is banned from the server. <a href="/servers/{ $server }/settings/bans">See the bans</a>.
former-left = This person has left the server, or was removed.

# Bans and reports

bans = Bans
bans-title = Bans of { $server }
bans-lead = People who are banned can’t join this server by any invite. You can ban a member on their page.
bans-by = banned by @{ $by }
bans-by-gone = banned by a deleted user
bans-lift = Lift
bans-lift-of = Lift the ban of { $name }
bans-empty = No one is banned
bans-empty-text = People you ban from this server appear here, with the reason.
bans-end = There are no older bans.
ban = Ban
ban-title = Ban from the server
ban-former = They can’t come back by any invite until someone lifts the ban.
ban-removes = They are removed, and can’t come back by any invite until someone lifts the ban.
ban-removes-only = They are removed, and can’t come back by any invite until someone lifts the ban. Their messages stay.
ban-ask = Ban <strong>@{ $nickname }</strong> from { $server }?
ban-reason-hint = Shown in the list of bans and in the audit log.
ban-messages = Remove their messages
moderate-timed-out = { $name } is timed out.
moderate-ban = Ban <bdi>{ $name }</bdi>
moderate-banned = { $name } is banned from this server.
moderate-lifted = The ban of { $name } is lifted. They can join again with an invite.
deleted-user = a deleted user
deleted-account = deleted account
reports-title = Reports in { $server }
reports-lead = Messages that members reported, as they were then. Those who reported them are not named to anyone else.
reports-deleted = Deleted since
reports-edited = Edited since
reports-count =
    { $count ->
        [one] Reported by { $count } person
       *[other] Reported by { $count } people
    }
reports-remove = Remove message
reports-dismiss = Dismiss
reports-dismiss-of = Dismiss the report of the message by { $name }
reports-empty = No open reports
reports-empty-text = When members report a message, it appears here for those who moderate members.
reports-end = There are no older reports.
reports-hidden =
    { $count ->
        [one] Another report is about messages in channels that you can’t see. Only moderators who see those can decide.
       *[other] { $count } other reports are about messages in channels that you can’t see. Only moderators who see those can decide.
    }
reports-decided = Decided lately
reports-removed = Message removed
reports-dismissed = Report dismissed

# Invites

invites = Invites
invites-title = Invites to { $server }
invites-lead = Anyone with the link can join until the invite expires, is used up, or is deleted.
invites-expires = Expires after
invites-never = Never
invites-uses = Works for
invites-any = Any number of people
invites-create = Create invite
invites-what = the invite link
invites-by = Created by @{ $creator }
invites-unused = not used yet
invites-joined =
    { $count ->
        [one] { $count } person joined
       *[other] { $count } people joined
    }
invites-used-up = Used up
invites-expired = Expired
invites-left =
    { $count ->
        [one] { $count } use left
       *[other] { $count } uses left
    }
invites-until = expires <time></time>
invites-about = the invite { $code }
invites-delete-ask = Its link stops working for everyone you sent it to. People who joined with it stay members.
invites-delete-ask-dead = People who joined with it stay members.
invites-delete = Delete invite
invites-empty = No invites yet
invites-empty-text = Create one and send its link to the people you want to invite.
invites-need = To invite people, you need the permission “Manage server”.

# Audit log

audit = Audit log
audit-title = Audit log of { $server }
audit-server-empty = This page lists every change to the server, its webhooks, channels, roles, members and invites, and who made it. It also lists who joins and leaves.
audit-server-lead = Who changed what in this server. Entries are kept for { $days } days, at most the newest { $most }.
audit-filter = Filter the log
audit-filter-button = Filter
audit-who = Who
audit-anyone = Anyone
audit-what = What
audit-anything = Anything
audit-end = Nothing older
audit-end-text = There are no older entries.
audit-none = No matching entries
audit-none-text = No entry matches this filter.
audit-all = Show all
audit-empty = No changes yet
