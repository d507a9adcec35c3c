"""Fixtures for tests of a lender's code: a world per test, and its webhooks.

Needs pytest, and otherwise only the standard library of Python.
"""

import hmac
import json
import os
import shlex
import subprocess
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

# Not `npx repaykit`: npx would end without the server that it started.
REPAYKIT = os.environ.get("REPAYKIT", "node_modules/.bin/repaykit")
FLAGS = "--port 0 --json --quiet --frozen --now 2026-01-05T08:00:00Z"


def send(method, url, body=None, headers=None):
    """Sends JSON. Returns the HTTP status and the answer."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", **(headers or {})}
    request = Request(url, data=data, headers=headers, method=method)
    try:
        with urlopen(request, timeout=30) as response:
            return response.status, json.load(response)
    except HTTPError as error:
        return error.code, json.load(error)


def succeed(method, url, body=None, headers=None):
    """Sends JSON. Returns the answer, and fails if it is a refusal."""
    status, answer = send(method, url, body, headers)
    assert status < 300, answer
    return answer


# #region world
class World:
    """A platform of its own: keys, clock, banks, faults and webhooks."""

    def __init__(self, url):
        self.url = url
        # At most 40 small letters, digits and dashes.
        self.name = f"test-{uuid.uuid4().hex[:12]}"
        self.public_key = f"pk_test_{self.name}"
        self.secret_key = f"sk_test_{self.name}"

    def control(self, method, path, body=None):
        """Makes a call of the control API."""
        headers = {"x-repaykit-world": self.name}
        if token := os.environ.get("REPAYKIT_CONTROL_TOKEN"):
            headers["x-repaykit-control"] = token
        return succeed(method, f"{self.url}/_control{path}", body, headers)

    def advance(self, duration):
        """Moves the clock. Returns after every webhook on the way."""
        return self.control("POST", "/clock", {"advance": duration})


# #endregion world


# #region fixtures
@pytest.fixture(scope="session")
def server_url():
    """One server for the whole run, or the one at REPAYKIT_URL."""
    if url := os.environ.get("REPAYKIT_URL"):
        yield url
        return
    command = shlex.split(f"{REPAYKIT} serve {FLAGS}")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        # The first line of `serve --json` has the URL and the keys.
        yield json.loads(server.stdout.readline())["url"]
        server.terminate()


@pytest.fixture
def world(server_url):
    return World(server_url)


# #endregion fixtures


# #region receiver
@pytest.fixture
def webhooks(world):
    """The webhooks of this world, in the order in which they arrived."""
    secret = f"whsec_{uuid.uuid4().hex}"
    received = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            sent = self.headers.get("x-auth-signature", "")
            is_genuine = hmac.compare_digest(sent.encode(), secret.encode())
            if is_genuine:
                received.append(json.loads(body))
            self.send_response(200 if is_genuine else 401)
            self.end_headers()

        def log_message(self, *_):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{http.server_port}/webhooks"
        endpoint = {"url": url, "secret": secret}
        world.control("PUT", "/webhook-endpoint", endpoint)
        yield received
        http.shutdown()


# #endregion receiver
