import { describe, expect, test } from 'vitest';
import { leavesWriteOpen } from '../../src/http/refusal-proof.ts';

const open = `
Request already processed
A debit is already scheduled for this mandate
Debit was scheduled, email could not be sent
Duplicate transaction
Transaction queued
Status unknown
Please requery
Unable to confirm transaction status
No response from bank
Bad gateway
Internal Server Error
Error 504
socket hang up
read ECONNRESET
DUPLICATE
ALREADY_DONE
already-processed
alreadyProcessed
DUPLICATE_REQUEST
Request\u00a0already\u00a0processed
This request has al\u00adready been submitted
The debit has been booked
Your account has been debited
You already have a debit scheduled for this date
A collection for this instalment was initiated earlier
The payment will be collected tomorrow
Transaction accepted for processing
Debit successful but the receipt failed
Transaction is still pending
There is a pending debit on this mandate
Debit instruction received
The notification could not be sent. The debit was executed.
No email was sent, but the debit was scheduled
Cannot be retried: the transaction is completed
E11000 duplicate key error collection: debits
Duplicate reference
Possible duplicate
Transaction with this reference already exists
Outcome of the transaction is not known
The final status could not be confirmed, status is unclear
We could not determine whether the account was debited
Please check the status before trying again
Do not retry
connect ETIMEDOUT 10.0.0.1:443
getaddrinfo ENOTFOUND core.bank
fetch failed
Client network socket disconnected before secure TLS connection was established
Connection reset by peer
Request failed with status code 400
HTTP 502
Error: 503
upstream connect error
Service temporarily unavailable
The bank did not respond
Response received too late
System malfunction
Issuer or switch inoperative
An unexpected error occurred
Something went wrong
Cannot read properties of undefined (reading 'reference')
Unexpected token < in JSON at position 0
An error occurred while processing your request
Transaction is being processed
Request in progress
The debit went through
You have debited this customer today
Customer debited
Scheduled
Queued for 2026-01-05
OK
Error
DUP_TXN
Request replayed
Idempotency key reused
Debit in the queue
Another request holds the lock
Debit will run at 08:00
Reply pending from the bank
Could not reach the bank
Max retries exceeded
The operation was cancelled
Please check the transaction status`;

const refusing = `
no
amount exceeds outstanding balance of 500.00
Amount must not be more than 500
mandate is not active
Mandate is already cancelled
invalid BVN
Invalid transaction pin
Insufficient funds
Mandate not found
Unauthorized
Too many requests, try again later
International transfers are not allowed
₦90,000.00 is more than the approved terms leave: ₦80,000.00 at most, debits that are scheduled already counted.
The mandate has other terms already (totalAmountDue): send the same ones or leave them out.
This account was attached by micro-deposit and is active: it cannot be attached another way.
This account was never placed on the mandate: create a consent for it first.
This is the mandateId that was sent with the consent, and this service names its mandates itself: use the _id that the consent was answered with.
This operation needs the secret key; the public one was sent.
This path takes PUT; POST was sent.
The mandate's collectionMode is auto: it is debited on its due dates, not on demand.
debitDate is after the end of the tenure: nothing is collected after it.
The multipart form cannot be read: check its boundary and that it was sent whole.
This key is not known here: use the keys that the server printed when it started, or pk_test_NAME and sk_test_NAME for a world of your own.
The request does not have the right shape: amount must be above zero.
The debit could not be processed: the account is closed
Transaction was not completed
No debit was scheduled
Nothing has been taken from the account
The request has not been accepted
Debit not successful
The transaction could not be completed successfully
Cannot schedule debit: mandate is paused
Duplicate account in the list
DUPLICATE_BVN
merchant_mismatch
debit-within-terms
account_settled
policy_unknown
INSUFFICIENT_FUNDS
Unable to verify BVN
debit-date-not-past
Mandate was cancelled by the payer
The debit did not go through
Idempotency key is required
Please check the account number
The request will be rejected
Bad Request
Validation failed
Mandate is pending
Mandate status: pending
Error: invalid BVN
Collections are paused
Consent was withdrawn
Exceeds withdrawal frequency`;

const lines = (table: string) => table.trim().split('\n');

describe('the words of a failure', () => {
  test.each(lines(open))('leave open whether it was done: %s', (words) => {
    expect(leavesWriteOpen(words)).toBe(true);
    expect(leavesWriteOpen(words.toUpperCase())).toBe(true);
  });

  test.each(lines(refusing))('say no more than that it was refused: %s', (words) => {
    expect(leavesWriteOpen(words)).toBe(false);
  });

  test('prove nothing where they are long, and are not searched for long', () => {
    for (const word of ['status ', 'unable ', 'debit ', 'not '])
      expect(leavesWriteOpen(word.repeat(2_000_000))).toBe(true);
    for (const word of ['status ', 'unable ', 'debit ', 'no a ', 'not ', 'already '])
      leavesWriteOpen(word.repeat(1_000).slice(0, 4_000));
  });
});
