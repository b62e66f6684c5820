"""Lets the calls of Schemathesis come from visitors who exist, about what they have: made-up ids lead nowhere."""

import json
import os
import random
import re

import schemathesis

# Hypothesis begins the module's own anew for each test.
dice = random.Random()
given = json.loads(os.environ["REAL_THINGS"])
# By the name of the answer's field that holds it.
ids = {name: list(values) for name, values in given["ids"].items()}
path_ids = [
    ("/invitationId/", "invi_msg_id"),
    ("/demo/connections/", "connection_id"),
    ("/demo/credentials/", "credential_exchange_id"),
    ("/demo/proofs/", "presentation_exchange_id"),
    ("/demo/characters/", "character"),
    ("/openid4vc/issuers/", "definition"),
    ("/openid4vc/types/", "definition"),
    ("/openid4vc/offers/", "openid_offer"),
    ("/openid4vc/requests/", "openid_request"),
    ("/openid4vc/answers/", "openid_request"),
    ("/openid4vc/status-lists/", "status_list"),
]


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers["Cookie"] = dice.choice(given["cookies"])
    if dice.random() < 0.5:
        return
    if case.path in ("/openid4vc/credential", "/openid4vc/notification"):
        case.headers["Authorization"] = "Bearer " + given["token"]
    if case.path_parameters:
        known = [ids[name] for part, name in path_ids if part in case.path]
        if known:
            case.path_parameters["id"] = dice.choice(known[0])
    # A good body with some of the fields that were made up.
    good = given["bodies"].get(case.path)
    if good and isinstance(case.body, dict):
        made_up = {name: value for name, value in case.body.items() if dice.random() < 0.3}
        case.body = {**good, **made_up}


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code != 200 or "json" not in response.headers.get("content-type", [""])[0]:
        return
    answer = response.json()
    if not isinstance(answer, dict):
        return
    for each in (answer, answer.get("proof")):
        for name in ("credential_exchange_id", "presentation_exchange_id", "invi_msg_id"):
            if isinstance(each, dict) and name in each:
                ids[name] = ids[name][-20:] + [each[name]]


@schemathesis.check
def says_when_to_come_back(context, response, case):
    if response.status_code in (429, 503):
        assert response.headers.get("retry-after"), "An answer that asks to wait has no Retry-After"


inside = re.compile(r"node_modules|\.ts:|\bat .*:\d+:\d+|SQLITE|did:(webvh|peer|key):")


@schemathesis.check
def tells_nothing_of_the_inside(context, response, case):
    if response.status_code >= 400:
        assert not inside.search(response.text), "A refusal names the server's inside"
