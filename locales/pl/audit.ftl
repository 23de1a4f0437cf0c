# The entries of a server's audit log; those in English are in crates/store/src/models/logs/audit/action.rs

audit-hidden-channel = Ukryty kanał

# Webhooks

said-webhook_created = { $actor }: utworzono webhook { $target }, który publikuje na { $channel }
said-webhook_edited = { $actor }: zmieniono nazwę webhooka { $target } na { $name_to }
said-webhook_edited-2 = { $actor }: edytowano webhook { $target }
said-webhook_moved = { $actor }: przeniesiono webhook { $target } z { $channel_from } na { $channel_to }
said-webhook_url_regenerated = { $actor }: wygenerowano nowy adres URL webhooka { $target }
said-webhook_paused = { $actor }: wstrzymano webhook { $target }
said-webhook_resumed = { $actor }: wznowiono webhook { $target }
said-webhook_creator_changed = { $actor }: przejęto webhook { $target } jako twórca
said-webhook_reported_leaked = { $actor }: zgłoszono wyciek adresu URL webhooka { $target }; wygenerowano nowy, a webhook wstrzymano
said-webhook_found_leaked = { $actor }: wstrzymano, bo skaner sekretów zgłosił wyciek adresu URL
said-webhook_suspended = { $actor }: zawieszone przez operatora
said-webhook_restored = { $actor }: operator zniósł zawieszenie
said-webhook_deleted = { $actor }: usunięto webhook { $target }, który publikował na { $channel }
said-message_deleted = { $actor }: usunięto własną wiadomość na { $channel }

# Channels

said-channel_created = { $actor }: utworzono kanał { $target }
said-channel_edited = { $actor }: edytowano kanał { $target }
said-channel_edited-2 = { $actor }: zmieniono nazwę kanału { $target } na { $name_to }
said-channel_edited-3 = { $actor }: zmieniono tryb powolny kanału { $target }
said-channel_edited-4 = { $actor }: zmieniono temat kanału { $target }
said-channel_moved = { $actor }: przeniesiono kanał { $target }
said-channel_deleted = { $actor }: usunięto kanał { $target }
said-others_message_deleted = { $actor }: usunięto wiadomość na { $target }, autor: { $author }
said-messages_removed =
    { $actor }: usunięto { $count ->
        [one] jedną wiadomość
        [few] { $count } wiadomości
       *[many] { $count } wiadomości
    } na { $target } od wybranej wiadomości, autor: { $author }
said-messages_removed-2 =
    { $actor }: usunięto { $count ->
        [one] jedną wiadomość
        [few] { $count } wiadomości
       *[many] { $count } wiadomości
    } na { $target } { $since ->
        [hour] z ostatniej godziny
        [day] z ostatniej doby
       *[week] z ostatniego tygodnia
    }, autor: { $author }
said-reported_message_removed = { $actor }: usunięto zgłoszoną wiadomość na { $target }, autor: { $author }
said-report_dismissed = { $actor }: odrzucono zgłoszenie wiadomości na { $target }, autor: { $author }
said-messages_restored =
    { $actor }: przywrócono { $count ->
        [one] jedną wiadomość
        [few] { $count } wiadomości
       *[many] { $count } wiadomości
    } na { $target }, autor: { $author }
said-overwrite_set = { $actor }: zmieniono uprawnienia roli { $whom_role } na { $target }
said-overwrite_set-2 = { $actor }: zmieniono na { $target } uprawnienia członka { $whom_member }

# Roles

said-role_created = { $actor }: utworzono rolę { $target }
said-role_edited = { $actor }: zmieniono nazwę roli { $target } na { $name_to }
said-role_edited-2 = { $actor }: przeniesiono rolę { $target }
said-role_edited-3 = { $actor }: edytowano rolę { $target }
said-role_deleted = { $actor }: usunięto rolę { $target }

# Members and invites

said-member_roles_set =
    { $actor }: nadano { $given_count ->
        [one] rolę
       *[other] role
    } { $given } członkowi { $target }
said-member_roles_set-2 =
    { $actor }: odebrano { $taken_count ->
        [one] rolę
       *[other] role
    } { $taken } członkowi { $target }
said-member_roles_set-3 = { $actor }: zmieniono role członka { $target }
said-member_joined = { $actor }: dołączenie przez zaproszenie kończące się na { $target }
said-member_left = { $actor }: opuszczenie serwera
said-member_removed = { $actor }: usunięto z serwera członka { $target }
said-member_banned = { $actor }: zbanowano na serwerze { $target }
said-ban_lifted = { $actor }: zdjęto bana z { $target }
said-member_timed_out = { $actor }: wyciszono { $target }
said-timeout_lifted = { $actor }: zdjęto wyciszenie z { $target }
said-invite_created = { $actor }: utworzono zaproszenie kończące się na { $target }
said-invite_deleted = { $actor }: usunięto zaproszenie kończące się na { $target }

# The server

said-server_renamed = { $actor }: zmieniono nazwę serwera { $target } na { $name_to }
said-server_picture_set = { $actor }: usunięto obraz serwera
said-server_picture_set-2 = { $actor }: zmieniono obraz serwera
said-server_pictures_set = { $actor }: obrazy na kartach ładują się odtąd dopiero po kliknięciu
said-server_pictures_set-2 = { $actor }: obrazy na kartach ładują się odtąd razem z wiadomością
said-server_second_step_set = { $actor }: zarządzanie serwerem wymaga odtąd logowania dwuetapowego
said-server_second_step_set-2 = { $actor }: zarządzanie serwerem nie wymaga już logowania dwuetapowego
said-server_suspended = { $actor }: zawieszone przez operatora
said-server_restored = { $actor }: operator zniósł zawieszenie
said-server_offered = { $actor }: zaoferowano serwer osobie { $to }
said-server_offer_cancelled = { $actor }: anulowano ofertę serwera dla { $to }
said-server_offer_declined = { $actor }: odmowa zostania właścicielem serwera
said-server_handed_over = { $actor }: przekazano serwer osobie { $to }

# Lines of changes, and their values

said-word-creator-before = Poprzedni twórca
said-word-expires = Wygasa
said-word-further-ones = Pozostałe
said-word-given = Nadane
said-word-taken = Odebrane
said-word-mentionable = Można wspominać
said-word-name = Nazwa
said-word-permissions = Uprawnienia
said-word-permissions-added = Dodane uprawnienia
said-word-permissions-removed = Odebrane uprawnienia
said-word-picture = Obraz
said-word-position = Pozycja
said-word-posted = Opublikowano
said-word-reason = Powód
said-word-slow-mode = Tryb powolny
said-word-topic = Temat
said-word-until = Do
said-word-uses = Użycia
said-word-webhooks-deleted-with-it = Webhooki usunięte razem z nim
said-word-nothing = nic
said-word-yes = tak
said-word-no = nie
said-word-off = wyłączony
said-word-removed = usunięto
said-word-a-new-one = nowy
said-word-allowed = dozwolone
said-word-denied = zabronione
said-word-inherited = dziedziczone
said-word-a-deleted-account = usunięte konto
