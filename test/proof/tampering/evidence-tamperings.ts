/** What an expert who hands over an evidence file may do to it before. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { canonicalJson } from '../../../src/domain/canonical-json.ts';
import { type Checkpoint, keyIdOf, signedText } from '../../../src/evidence/checkpoint.ts';
import type { CheckpointLine } from '../../../src/evidence/checkpoint-check.ts';
import type { PersonalLine } from '../../../src/evidence/evidence-lines.ts';
import { sha256 } from '../../../src/loan-file/hashing.ts';
import type { StoredEvent } from '../../../src/loan-file/store.ts';
import { sampleEvent, sealAfter } from '../../loan-file/sealed-files.ts';
import type { Dice } from './dice.ts';

/** The lines of one loan. */
export interface Section {
  header: string;
  events: string[];
  personal: string[];
  checkpoints: string[];
  footer: string;
}

/** One way to tamper with a file of two loans: changes its sections in place; the first event that is not as it was, where it is one. */
export type EvidenceTampering = (sections: [Section, Section], dice: Dice) => void;

/** An evidence file taken apart. */
export function sectionsOf(text: string): [Section, Section] {
  const sections: Section[] = [];
  for (const line of text.trimEnd().split('\n')) {
    const section = sections.at(-1);
    if (line.startsWith('{"disclaimer"'))
      sections.push({ header: line, events: [], personal: [], checkpoints: [], footer: '' });
    else if (line.startsWith('{"personal":{')) section?.personal.push(line);
    else if (line.startsWith('{"checkpoint"')) section?.checkpoints.push(line);
    else if (line.startsWith('{"footer"')) Object.assign(section as Section, { footer: line });
    else section?.events.push(line);
  }
  return sections as [Section, Section];
}

/** The file put together again. */
export function textOfSections(sections: readonly Section[]): string {
  return sections
    .map(({ header, events, personal, checkpoints, footer }) =>
      [header, ...events, ...personal, ...checkpoints, footer].join('\n'),
    )
    .join('\n');
}

function footerOf(events: readonly string[]): string {
  return JSON.stringify({ footer: { events: events.length, head: sha256(events.at(-1) ?? '') } });
}

function rewrite(section: Section, from: number): void {
  const kept = section.events
    .slice(0, from - 1)
    .map((body, index): StoredEvent => ({ seq: index + 1, body, hash: sha256(body) }));
  const events = section.events
    .slice(from - 1)
    .map((_, index) => ({ ...sampleEvent('payer', from + index, 'as it never was'), personal: undefined }));
  section.events = sealAfter('loan-a', kept, events).map(({ body }) => body);
  section.footer = footerOf(section.events);
}

function edited<Line>(text: string, change: (line: Line) => unknown): string {
  return canonicalJson(change(JSON.parse(text) as Line)) as string;
}

const stranger = generateKeyPairSync('ed25519');

/** Every way, by name. */
export const evidenceTamperings: Readonly<Record<string, EvidenceTampering>> = {
  'a bit of an event flipped': ([a], dice) => {
    const place = dice.below(a.events.length);
    a.events[place] = dice.flipBit(a.events[place] as string);
  },
  'an event left out': ([a], dice) => void a.events.splice(dice.below(a.events.length), 1),
  'an event put in': ([a], dice) => {
    const place = dice.below(a.events.length + 1);
    a.events.splice(place, 0, (a.events[Math.max(place - 1, 0)] as string).replace(/T08:00/, 'T09:00'));
  },
  'two events exchanged': ([a], dice) => {
    const place = dice.below(a.events.length - 1);
    a.events.splice(place, 2, a.events[place + 1] as string, a.events[place] as string);
  },
  'an event doubled': ([a], dice) => {
    const place = dice.below(a.events.length);
    a.events.splice(place, 0, a.events[place] as string);
  },
  'the tail cut off, footer and checkpoints with it': ([a], dice) => {
    a.events = a.events.slice(0, dice.between(1, a.events.length - 1));
    a.personal = a.personal.filter((line) => (JSON.parse(line) as PersonalLine).personal.seq <= a.events.length);
    a.checkpoints = a.checkpoints.filter((line) => (JSON.parse(line) as CheckpointLine).version <= a.events.length);
    a.footer = footerOf(a.events);
  },
  'events rewritten and hashed again, checkpoints kept': ([a], dice) => {
    rewrite(a, dice.between(1, a.events.length));
    a.personal = [];
  },
  'events rewritten and hashed again, checkpoints left out': ([a], dice) => {
    rewrite(a, dice.between(1, a.events.length));
    [a.personal, a.checkpoints] = [[], []];
  },
  'everything rewritten and signed with another key': ([a]) => {
    rewrite(a, 1);
    a.personal = [];
    a.checkpoints = a.checkpoints.map((line) =>
      edited<CheckpointLine>(line, ({ checkpoint, ...more }) => {
        const facts = { ...checkpoint, keyId: keyIdOf(stranger.publicKey) };
        return {
          ...more,
          checkpoint: {
            ...facts,
            signature: sign(null, Buffer.from(signedText(facts)), stranger.privateKey).toString('base64url'),
          },
        };
      }),
    );
  },
  'a personal part replaced': ([a], dice) => {
    const place = dice.below(a.personal.length);
    a.personal[place] = (a.personal[place] as string).replace(/Ngozi \d+/, 'Somebody else');
  },
  'personal parts exchanged': ([a]) => {
    const [first, second, ...more] = a.personal as [string, string, ...string[]];
    const seqOf = (line: string) => (JSON.parse(line) as PersonalLine).personal.seq;
    const at = (line: string, seq: number) =>
      edited<PersonalLine>(line, ({ personal }) => ({ personal: { ...personal, seq } }));
    a.personal = [at(second, seqOf(first)), at(first, seqOf(second)), ...more];
  },
  'an event transplanted from another loan': ([a, b], dice) => {
    const place = dice.below(Math.min(a.events.length, b.events.length));
    a.events[place] = b.events[place] as string;
  },
  "one loan's events under another's name": ([a, b]) => {
    [a.events, b.events] = [b.events, a.events];
  },
  'a loan renamed in its header': ([a]) => {
    a.header = a.header.replace('loan-a', 'loan-x');
  },
  "another loan's checkpoints": ([a, b]) => {
    a.checkpoints = b.checkpoints;
  },
  'a bit of a checkpoint flipped': ([a], dice) => {
    const place = dice.below(a.checkpoints.length);
    a.checkpoints[place] = edited<{ checkpoint: Checkpoint }>(a.checkpoints[place] as string, (line) => {
      const field = dice.of(['at', 'root', 'previous', 'keyId', 'signature'] as const);
      return { ...line, checkpoint: { ...line.checkpoint, [field]: flipWithinAscii(line.checkpoint[field], dice) } };
    });
  },
};

// Base64url has bits to spare at its end: what is flipped must be another value, not another spelling.
function flipWithinAscii(text: string, dice: Dice): string {
  const place = dice.below(text.length - 1);
  return `${text.slice(0, place)}${text[place] === 'a' ? 'b' : 'a'}${text.slice(place + 1)}`;
}
