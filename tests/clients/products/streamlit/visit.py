"""Visits the app as the script of its page does. Prints where it leads who presses the button, or else what it shows.
usage: visit.py ORIGIN COOKIES TOKEN"""

import sys

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect

origin, cookies, token = sys.argv[1:]
address = origin.replace("http", "ws") + "/_stcore/stream"
headers = {"Cookie": cookies}
with connect(address, origin=origin, subprotocols=["streamlit", token], additional_headers=headers) as page:
    run = BackMsg()
    run.rerun_script.SetInParent()
    page.send(run.SerializeToString())
    for sent in page:
        message = ForwardMsg.FromString(sent)
        element = message.delta.new_element
        if element.WhichOneof("type") == "markdown":
            print(element.markdown.body)
            break
        if element.WhichOneof("type") == "button":
            press = BackMsg()
            press.rerun_script.widget_states.widgets.add(id=element.button.id, trigger_value=True)
            page.send(press.SerializeToString())
        if message.auth_redirect.url:
            print(message.auth_redirect.url)
            break
