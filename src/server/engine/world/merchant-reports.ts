/** The merchant's reports, written as short texts: each loan has two or more, and few of them are read. Spec §6.3. */
import type { BureauEventName } from '../../../domain/bureau.ts';
import { addRow, emptyTable, integers, reals, setValue, valueAt } from './columns.ts';
import { itemAt } from './long-list.ts';
import type { Mandate, MerchantReport } from './records.ts';
import { addText, emptyTextIndex, emptyTextStore, type Register, rowOf, storeText, textAt } from './texts.ts';

export type MerchantReports = ReturnType<typeof emptyMerchantReports>;

export function emptyMerchantReports() {
  return {
    rows: emptyTable({
      /** The index of the mandate in the world. */
      mandate: integers(),
      /** Milliseconds after the mandate's creation. */
      receivedAfter: reals(),
    }),
    texts: emptyTextStore(),
    /** By `reportId`. */
    index: emptyTextIndex(),
    /** The event and the names of the fields, as JSON text, of each kind of report. */
    forms: [] as string[],
  };
}

/** The part of a world that the functions here need. */
interface Bureau {
  readonly merchantReports: MerchantReports;
  readonly mandates: Register<Mandate>;
}

// Enough for all kinds that a lender sends. A report of a further kind is written with its names.
const MOST_FORMS = 100;
const OWN_FORM = -1;

type Written = readonly [
  form: number,
  /** Split at the mandate's id, which many lenders build it from. */
  reportId: readonly string[],
  occurredAt: string | number,
  extra: object | 0,
  ...content: unknown[],
];

/** Adds a report with a new id and returns its row. */
export function addReport({ merchantReports }: Bureau, report: MerchantReport): number {
  const { rows, texts, index, forms } = merchantReports;
  const { mandate, reportId, event, occurredAt, content, extra = 0, receivedAfter } = report;
  const row = addRow(rows);
  setValue(rows.columns.mandate, row, mandate.row);
  setValue(rows.columns.receivedAfter, row, receivedAfter);
  const form = formOf(forms, JSON.stringify([event, ...Object.keys(content)]));
  const rest = form === OWN_FORM ? [event, content] : Object.values(content);
  storeText(texts, JSON.stringify([form, reportId.split(mandate.id), occurredAt, extra, ...rest]));
  addText(index, reportId);
  return row;
}

function formOf(forms: string[], form: string): number {
  const known = forms.indexOf(form);
  if (known >= 0) return known;
  return forms.length < MOST_FORMS ? forms.push(form) - 1 : OWN_FORM;
}

export function reportAt({ merchantReports, mandates }: Bureau, row: number): MerchantReport {
  const { rows, texts, forms } = merchantReports;
  const [form, idParts, occurredAt, extra, ...rest]: Written = JSON.parse(textAt(texts, row));
  const mandate = itemAt(mandates.items, valueAt(rows.columns.mandate, row)) as Mandate;
  const receivedAfter = valueAt(rows.columns.receivedAfter, row);
  const reportId = idParts.join(mandate.id);
  const report = { mandate, reportId, occurredAt, receivedAfter, ...(extra !== 0 && { extra }) };
  if (form === OWN_FORM) {
    const [event, content] = rest as [BureauEventName, object];
    return { ...report, event, content };
  }
  const [event, ...names]: [BureauEventName, ...string[]] = JSON.parse(forms[form] ?? '');
  return { ...report, event, content: Object.fromEntries(names.map((name, index) => [name, rest[index]])) };
}

export function receivedAfterAt({ merchantReports }: Bureau, row: number): number {
  return valueAt(merchantReports.rows.columns.receivedAfter, row);
}

/** The report with this id. */
export function findReport(bureau: Bureau, reportId: string): MerchantReport | undefined {
  const row = rowOf(bureau.merchantReports.index, reportId, (each) => reportAt(bureau, each).reportId);
  return row === undefined ? undefined : reportAt(bureau, row);
}
