// The deliveries that the webhook benches send: the package's own samples, filled up to the sizes that are met.

/** The secret that they carry or are signed with; the part after `whsec_` is the key in base64. */
export const liveSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const months = Array.from({ length: 18 }, (_, month) =>
  new Date(Date.UTC(2024, 8 + month, 1)).toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** A collection of some 700 bytes, a mandate event, and an income insight of 18 months, some 20 kB. */
export function benchBodies({ createTestDelivery }) {
  const bodyOf = (kind, data) => createTestDelivery(kind, data, { secret: liveSecret }).body;
  return {
    collection: bodyOf('collection', collection),
    mandate: bodyOf('mandate.activated', mandate),
    insight: bodyOf('income_insight', manyMonths(createTestDelivery)),
  };
}

/** Stands in {@link benchBodies} where a delivery's own number goes, so that no two are the same. */
export const numberPlace = '#'.repeat(13);

/** A collection that no earlier delivery reported. */
export function numbered(body, number) {
  return body.replace(numberPlace, String(number).padStart(numberPlace.length, '0'));
}

const collection = {
  reference: `${numberPlace}-4c1b-b6de-2f9a1c0d4e6b`,
  accountName: 'ADAEZE CHIDINMA OKORO-BALOGUN',
  bankName: 'Sample Trust Microfinance Bank of Lagos',
  providerMessage:
    'Transaction approved or completed successfully by the beneficiary bank, session 000013260131080012000123456789',
};

const mandate = { reason: 'The micro-deposit was found on the account.' };

// Every record by month, in the insight and in its breakdown, holds all the months.
function manyMonths(createTestDelivery) {
  const sample = JSON.parse(createTestDelivery('income_insight', {}, { secret: liveSecret }).body).data;
  return { ...byMonth(sample), creditBreakdown: byMonth(sample.creditBreakdown) };
}

function byMonth(fields) {
  const isRecord = (value) =>
    typeof value === 'object' && value !== null && Object.keys(value).every((key) => / \d{4}$/.test(key));
  const amounts = Object.fromEntries(months.map((month, index) => [month, 180_000.5 + index * 1_250]));
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isRecord(value) && !Array.isArray(value) ? amounts : value]),
  );
}
