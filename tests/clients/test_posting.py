"""Software that posts, installed as its makers publish it. What a guide says to paste is taken from the page and run as
it stands."""

import gzip
import json
import os
import re
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

import apprise
import pytest
from feed import Feed
from html_forms import codes
from products import ENVIRONMENTS, FOLDER

RUN_SECONDS = 120

pytestmark = pytest.mark.large


def program(product, name):
    return ENVIRONMENTS / product / "bin" / name


# How each product is made to send what a sample says: files in an empty folder, and a command.


def apprise_cli(samples, name, folder):
    path = f"PATH={Path(sys.executable).parent}:{os.environ['PATH']}"
    return ["env", path, "sh", "-c", samples[name]]


def ansible(samples, name, folder):
    (folder / "task.yml").write_text(samples[name])
    (folder / "play.yml").write_text("- hosts: all\n  gather_facts: false\n  tasks: [{import_tasks: task.yml}]\n")
    python = f"ansible_python_interpreter={program('ansible', 'python')}"
    return [program("ansible", "ansible-playbook"), "-i", "localhost,", "-c", "local", "-e", python, "play.yml"]


def elastalert(samples, name, folder):
    rule = 'name: Errors\ntype: frequency\nindex: "app-*"\nnum_events: 2\ntimeframe: {hours: 4}\n'
    (folder / "rule.yaml").write_text(rule + "filter: [{term: {level: error}}]\n" + samples[name])
    config = "rules_folder: .\nrun_every: {minutes: 1}\nbuffer_time: {minutes: 15}\nwriteback_index: status\n"
    (folder / "config.yaml").write_text(config + "es_host: localhost\nes_port: 9200\nalert_time_limit: {days: 2}\n")
    began = datetime.now(timezone.utc) - timedelta(minutes=5)
    times = [(began + timedelta(minutes=number)).strftime("%Y-%m-%dT%H:%M:%SZ") for number in range(3)]
    documents = [{"@timestamp": time, "_id": time, "_index": "app-1", "message": "Crane stuck"} for time in times]
    (folder / "documents.json").write_text(json.dumps(documents))
    tool = program("elastalert", "elastalert-test-rule")
    return [tool, "--config", "config.yaml", "--data", "documents.json", "--alert", "rule.yaml"]


def netdata(samples, name, folder):
    (folder / "health_alarm_notify.conf").write_text(samples[name] + "\n")
    places = {"USER_CONFIG": folder, "STOCK_CONFIG": "/usr/lib/netdata/conf.d", "CACHE": folder}
    settings = [f"NETDATA_{name}_DIR={place}" for name, place in places.items()]
    return ["env", *settings, "/usr/lib/netdata/plugins.d/alarm-notify.sh", "test"]


def zabbix(samples, name, folder):
    """Zabbix's own engine runs the script of its media type, with what the server fills its parameters with."""
    data = gzip.decompress(Path("/usr/share/zabbix-server-pgsql/data.sql.gz").read_bytes()).decode()
    quoted = re.search(r"values \('10','4','Discord',.*?,E'((?:[^']|'')*)'", data, re.DOTALL)[1].replace("''", "'")
    script = re.sub(r"\\(.)", lambda escape: {"n": "\n", "r": "\r"}.get(escape[1], escape[1]), quoted)
    (folder / "discord.js").write_text(script)
    row = r"^INSERT INTO media_type_param .* values \('\d+','10','(.*?)','(.*?)'\);$"
    parameters = dict(re.findall(row, data, re.MULTILINE))
    # Macros that no test needs stand for themselves.
    filled = {
        "{$ZABBIX.URL}": "https://zabbix.example",
        "{ALERT.SENDTO}": samples[name],
        "{EVENT.SOURCE}": "0",
        "{EVENT.VALUE}": "1",
        "{EVENT.UPDATE.STATUS}": "0",
        "{EVENT.NSEVERITY}": "4",
        "{EVENT.NAME}": "Disk is *full*",
        "{HOST.NAME}": "crane_7",
    }
    value = {name: filled.get(macro, macro) for name, macro in parameters.items()}
    (folder / "input.json").write_text(json.dumps(value))
    return ["zabbix_js", "-s", "discord.js", "-i", "input.json"]


def airflow(samples, name, folder):
    (folder / "send.py").write_text(samples[name])
    script = f"{samples[f'{name}-connection']}\nexec {program('airflow', 'python')} send.py"
    return ["env", f"AIRFLOW_HOME={folder}", "sh", "-c", script]


def prefect(samples, name, folder):
    (folder / "send.py").write_text(samples[name])
    return ["env", f"PREFECT_HOME={folder}", program("prefect", "python"), "send.py"]


def discordjs(samples, name, folder):
    (folder / "send.mjs").write_text(samples[name])
    (folder / "node_modules").symlink_to(FOLDER / "discord/node_modules")
    return ["node", "send.mjs"]


# The function, the page, its sample, how many messages come of it, and what the last of them says.
GUIDES = [
    (apprise_cli, "apprise", "sample-cli", 1, ["Nightly backup", "**Done** in 4 minutes"]),
    (ansible, "ansible", "sample-task", 1, ['"name": "Ansible"', "Deployed to **localhost**."]),
    (elastalert, "elastalert", "sample-slack", 1, ['"name": "ElastAlert"', '"title": "Errors"', "Crane stuck"]),
    (elastalert, "elastalert", "sample-discord", 1, ["⚠", " Errors ", "Crane stuck"]),
    (elastalert, "elastalert", "sample-mattermost", 1, ['"title": "Errors"', "Crane stuck"]),
    (netdata, "netdata", "sample-slack", 3, ['"name": "netdata on ', " recovered, ", '"color": 3061373']),
    (netdata, "netdata", "sample-discord", 3, ['"name": "netdata on ', " recovered, ", '"value": "test.family"']),
    (zabbix, "zabbix", "sample-url", 1, ['"PROBLEM: Disk is full"', '"crane_7 [{HOST.IP}]"', '"color": 15300185']),
    (airflow, "airflow", "sample-slack", 1, ["**Nightly load** finished."]),
    (airflow, "airflow", "sample-discord", 1, ["**Nightly load** finished."]),
    (prefect, "prefect", "sample-python", 1, ['"name": "Prefect"', "**Nightly load**: 3 of 40 tasks failed"]),
    (discordjs, "discord", "sample-discordjs", 1, ["Build 214 passed."]),
]


@pytest.fixture
def channel(demo, owner):
    """The IDs of the messages in the channel that the demo's webhook posts to."""
    feed = Feed(owner, demo)
    return lambda: re.findall(r'data-message-id="(\d+)"', feed.html())


@pytest.mark.parametrize("row", GUIDES, ids=[" ".join(row[1:3]) for row in GUIDES])
def test_what_a_guide_shows_posts_what_it_says(demo, client, channel, tmp_path, row):
    send, guide, name, count, parts = row
    before = channel()
    run(send(samples_of(demo, client, guide), name, tmp_path), tmp_path)
    arrived = [id for id in channel() if id not in before]
    assert len(arrived) == count
    message = client.get(f"{demo['webhook']['runtime_url']}/messages/{arrived[-1]}").json()["message"]
    said = json.dumps(message, ensure_ascii=False)
    assert [part for part in parts if part not in said] == [], said


def samples_of(demo, client, guide):
    """The samples of a page, with the address of the demo's webhook."""
    app_id, token = demo["webhook"]["runtime_url"].split("/")[-2:]
    found = codes(client.get(f"/docs/{guide}").raise_for_status().text)
    return {name: text.replace("APP_ID", app_id).replace("TOKEN", token) for name, text in found.items()}


def run(argv, folder):
    """What it printed. It must not be led elsewhere by a proxy."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    # The demo listens on IPv4 alone, and not every Node tries both of what `localhost` stands for.
    kept["NODE_OPTIONS"] = "--dns-result-order=ipv4first"
    done = subprocess.run(
        argv, cwd=folder, env=kept, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=RUN_SECONDS
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_prefects_slack_block_posts_nothing_and_reports_nothing(demo, channel, tmp_path):
    before = channel()
    url = demo["webhook"]["runtime_url"] + "/slack"
    script = "from prefect.blocks.notifications import SlackWebhook\n"
    script += f'SlackWebhook(url="{url}").notify("x")'
    run(prefect({"slack": script}, "slack", tmp_path), tmp_path)
    assert channel() == before


def test_apprise_refuses_a_plain_webhook_url_and_knows_one_host_for_discord_and_for_slack(demo):
    url = demo["webhook"]["runtime_url"]
    app_id, token = url.split("/")[-2:]
    made = apprise.Apprise.instantiate
    assert [made(url + suffix) for suffix in ("", "/discord", "/slack")] == [None, None, None]
    assert made(f"discord://{app_id}/{token}").notify_url == "https://discord.com/api/webhooks"
    assert made(f"slack://{'T' * 9}/{'B' * 9}/{'x' * 24}").webhook_url == "https://hooks.slack.com/services"


def test_winston_discord_transport_takes_the_token_to_discords_host(demo, tmp_path):
    url = demo["webhook"]["runtime_url"]
    said = json.loads(run(["node", FOLDER / "discord/transport.mjs", url + "/discord"], tmp_path))
    assert said["host"] == "discordapp.com"
    assert said["path"].endswith("/".join(url.split("/")[-2:]))


def test_discordjs_refuses_a_webhook_url_of_another_host(demo, tmp_path):
    url = demo["webhook"]["runtime_url"] + "/discord"
    script = 'import { WebhookClient } from "discord.js";\n'
    script += f'try {{ new WebhookClient({{ url: "{url}" }}) }} catch (error) {{ console.log(error.code) }}'
    assert run(discordjs({"url": script}, "url", tmp_path), tmp_path) == "WebhookURLInvalid\n"


def test_discord_py_accepts_discords_host_only(demo, tmp_path):
    url = demo["webhook"]["runtime_url"] + "/discord"
    (tmp_path / "send.py").write_text(f"""import discord
try:
    discord.SyncWebhook.from_url("{url}")
except ValueError as error:
    print(error)
print(discord.SyncWebhook.partial(1, "token").url)
""")
    said = run([program("discord-py", "python"), "send.py"], tmp_path)
    assert said.splitlines() == ["Invalid webhook URL given.", "https://discord.com/api/webhooks/1/token"]
