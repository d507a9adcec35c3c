// Generated from src/wire/envelope.ts: do not edit.
import type { InterfaceNotes } from '../interface-note.ts';

/** What the interfaces of src/wire/envelope.ts say about themselves. */
export const envelopeNotes: InterfaceNotes = {
  EnvelopeField: {
    says: 'A field that the service complained about.',
    fields: { path: 'Where: `payment_details.bank_name`.', message: 'What was wrong.' },
  },
  SuccessReading: {
    says: 'The service did what was asked.',
    fields: {
      kind: '',
      data: 'The payload; undefined where the envelope has none.',
      message: 'For people, never a condition.',
    },
  },
  FailureReading: {
    says: 'The service refused, with whatever HTTP status.',
    fields: {
      kind: '',
      message: 'For people, never a condition.',
      data: 'The payload of the refusal, as it came.',
      code: "The service's own word, where it gives one.",
      rule: 'The rule that refused, where the service names it.',
      fields: { says: 'What was wrong with the request, where the service lists it.', holds: 'EnvelopeField' },
      isContradictory: 'Another flag says success: of a write nobody knows then which of the two is so.',
    },
  },
  ForeignReading: { says: "No envelope: a page, a bare value, somebody else's JSON.", fields: { kind: '' } },
  SuccessEnvelope: {
    says: 'The envelope of a successful answer, as the specification shows it. Spec §2 and §7.',
    fields: { status: 'Success.', message: 'For people.', error: 'No failure.', data: 'The payload.' },
  },
  FailureDetails: {
    says: 'What a refusal tells programs.',
    fields: {
      code: 'A closed word.',
      rule: 'The rule that refused.',
      fields: { says: 'What was wrong with the request.', holds: 'EnvelopeField' },
    },
  },
  FailureEnvelope: {
    says: "The envelope of a refusal; the specification shows none, this one is the reference server's.",
    fields: {
      status: 'No success.',
      message: 'What happened and what to do next, for people.',
      error: 'Failure.',
      data: { says: 'What happened, for programs.', holds: 'FailureDetails' },
    },
  },
};
