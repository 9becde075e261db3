"""Runs inside mitmproxy: writes each flow as one line of JSON to the file that FLOWS names."""

import json
import os


def fields(headers):
    return [[name.decode("latin-1"), value.decode("latin-1")] for name, value in (headers.fields if headers else ())]


class Writer:
    def running(self):
        self.file = open(os.environ["FLOWS"], "a", encoding="utf-8")

    def response(self, flow):
        if flow.websocket is None:
            self.write(flow)

    def websocket_end(self, flow):
        said = [["frame-in" if one.from_client else "frame-out", "text" if one.is_text else "binary", one.content.hex()] for one in flow.websocket.messages]
        self.write(flow, messages=said)

    def write(self, flow, **more):
        request, response = flow.request, flow.response
        line = {"method": request.method, "target": request.path, "headers": fields(request.headers), "body": (request.raw_content or b"").hex(), "status": response.status_code,
                "answer_headers": fields(response.headers), "answer": (response.raw_content or b"").hex(), "trailers": fields(response.trailers),
                "protocol": "h2" if request.is_http2 else request.http_version.lower(), **more}
        self.file.write(json.dumps(line) + "\n")
        self.file.flush()


addons = [Writer()]
