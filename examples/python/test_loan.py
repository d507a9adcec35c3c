"""Tests of a lender's code in Python, against the reference server.

Run them in your project: `python3 -m pytest examples/python`.
"""

from conftest import send


# #region code
def get_mandate(base_url, key, mandate_id):
    """The code under test: reads a mandate, at most three times."""
    for _ in range(3):
        status, answer = send(
            "POST",
            f"{base_url}/v1/mandates/consent/business/get-mandate",
            {"mandateId": mandate_id},
            {"token": key},
        )
        if status < 500:
            return answer["data"]
    raise RuntimeError(f"the service answers {status}")


# #endregion code


def outstanding(world, mandate_id):
    mandate = get_mandate(world.url, world.public_key, mandate_id)
    return mandate["outstandingBalance"]


# #region clock
def test_an_instalment_lowers_the_balance(world):
    # Three instalments of ₦30,000. The first is collected.
    loan = world.control("POST", "/scenarios/first-account-fails")
    assert outstanding(world, loan["mandateId"]) == 60_000

    world.advance("P1M")
    assert outstanding(world, loan["mandateId"]) == 30_000


# #endregion clock


# #region bank
def test_a_bank_that_recovers_collects_on_the_same_day(world):
    loan = world.control("POST", "/scenarios/first-account-fails")
    for account in loan["accounts"]:
        path = f"/accounts/{account['bankCode']}/{account['accountNumber']}"
        # 91 for the next debit: the bank is down. Later debits succeed.
        patch = {"balance": 90_000, "script": ["91"]}
        world.control("PATCH", path, patch)

    world.advance("P1M")
    why = world.control("GET", f"/explain?mandateId={loan['mandateId']}")
    attempts = why["instalments"][1]["attempts"]
    codes = [attempt["responseCode"] for attempt in attempts]
    assert codes == ["91", "91", "91", "00"]


# #endregion bank


# #region receiver
def test_the_first_backup_pays(world, webhooks):
    loan = world.control("POST", "/scenarios/first-account-fails")
    _primary, backup, _second_backup = loan["accounts"]
    webhooks.clear()

    world.advance("P1M")
    [collected] = webhooks
    assert collected["instalmentStatus"] == "success"
    assert collected["accountNumber"] == backup["accountNumber"]


# #endregion receiver


# #region asked
def test_a_missed_instalment_raises_a_webhook(world):
    world.control("POST", "/scenarios/all-fail")
    last = world.control("GET", "/webhooks")["items"][-1]
    assert last["event"] == "collection.failed"
    assert last["payload"]["instalmentStatus"] == "failed"


# #endregion asked


# #region busy
def test_a_busy_service_is_asked_again(world):
    loan = world.control("POST", "/scenarios/first-account-fails")
    fault = {"kind": "status", "status": 503, "operation": "getMandate"}
    world.control("POST", "/faults", {**fault, "times": 2})
    assert outstanding(world, loan["mandateId"]) == 60_000


# #endregion busy


# #region lost
def test_a_lost_webhook_is_found_by_asking(world, webhooks):
    loan = world.control("POST", "/scenarios/first-account-fails")
    webhooks.clear()
    fault = {"kind": "webhook-drop", "operation": "collection.success"}
    world.control("POST", "/faults", fault)

    world.advance("P1M")
    assert webhooks == []
    assert outstanding(world, loan["mandateId"]) == 30_000


# #endregion lost
