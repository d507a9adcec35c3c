"""A loan by the calls of the service, and a debit whose answer is lost."""

import uuid

import pytest

from conftest import send, succeed

PAYER = {
    "email": "ada.obiora@example.com",
    "mobileNumber": "08030000001",
    "address": "1 Sample Street, Lagos",
}
ACCOUNT = {"accountNumber": "0100000011", "bankCode": "058"}
TERMS = {
    "totalAmountDue": 90_000,
    "startDate": "2026-02-05",
    "endDate": "2026-04-05",
    "frequency": "monthly",
    "collectionMode": "manual",
}


# #region loan
@pytest.fixture
def mandate_id(world):
    """A loan that is ready for manual debits."""
    service = f"{world.url}/v1"
    key = {"token": world.public_key}
    bvn = {"bvn": "22200000001", "type": "bvn"}
    secret = {"authorization": f"Bearer {world.secret_key}"}
    succeed("POST", f"{service}/discovery/", bvn, secret)

    loan = {
        "appId": "650000000000000000000001",
        "businessId": "650000000000000000000002",
        "mandateId": uuid.uuid4().hex[:24],
        **PAYER,
        **ACCOUNT,
    }
    consent = {**loan, **TERMS, "bvn": bvn["bvn"]}
    create = "mandates/mandates/consent/create"
    succeed("POST", f"{service}/{create}", consent, key)
    attach = "mandates/micro-deposit/create/mandate"
    succeed("POST", f"{service}/{attach}", loan, key)

    # The payer sends ₦50. This is a control call, not one of the service.
    deposit = {"mandateId": loan["mandateId"], **ACCOUNT}
    world.control("POST", "/micro-deposits", deposit)

    approved = {
        "offerTerms": "three instalments",
        "approvedAmount": 80_000,
        "tenure": "P3M",
    }
    disbursed = {"amount": 80_000, "date": "2026-01-05", "reference": "TRF-1"}
    for event, content in [
        ("loan.approved", approved),
        ("loan.disbursed", disbursed),
    ]:
        report = {
            "reportId": f"{event}-1",
            "event": event,
            "mandateId": loan["mandateId"],
            "occurredAt": "2026-01-05T08:00:00Z",
            "content": content,
        }
        succeed("POST", f"{world.url}/_bureau/reports", report, key)
    return loan["mandateId"]


# #endregion loan


# #region lost
def test_a_debit_without_an_answer_may_have_happened(world, mandate_id):
    url = f"{world.url}/v1/mandates/consent/business"
    key = {"token": world.public_key}
    debit = {
        "mandateId": mandate_id,
        "amount": 5_000,
        "debitDate": "2026-01-05",
    }
    # The service schedules the debit, and then its answer is lost.
    fault = {"kind": "reset", "operation": "collectManually", "when": "after"}
    world.control("POST", "/faults", {**fault, "times": 1})
    with pytest.raises(ConnectionError):
        send("PUT", f"{url}/manual/activate", debit, key)

    # Ask before you send again: the money was collected.
    answer = succeed("GET", f"{url}/collection?type=manual", None, key)
    [collection] = answer["data"]
    assert collection["status"] == "successful"
    assert collection["amount"] == 5_000


# #endregion lost


# #region rules
def test_the_loan_breaks_no_rule(world, mandate_id):
    assert world.control("GET", "/violations")["items"] == []


# #endregion rules
