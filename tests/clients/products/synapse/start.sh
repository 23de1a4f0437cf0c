# A homeserver with the guide's settings, which stand in homeserver.yaml, and those that every homeserver needs.
set -e
cat >>homeserver.yaml <<END
server_name: example.org
public_baseurl: http://127.0.0.1:$PORT/
report_stats: false
signing_key_path: signing.key
media_store_path: media
macaroon_secret_key: test
form_secret: test
trusted_key_servers: []
database: {name: sqlite3, args: {database: homeserver.db}}
listeners: [{port: $PORT, bind_addresses: ["127.0.0.1"], type: http, resources: [{names: [client]}]}]
END
python -m synapse.app.homeserver --config-path homeserver.yaml --generate-keys
exec python -m synapse.app.homeserver --config-path homeserver.yaml
