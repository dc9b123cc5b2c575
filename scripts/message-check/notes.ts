import { locales } from '#i18n/locales.ts';
import { type Dictionaries, type Dictionary, listForms, listSlots } from './languages.ts';

/** What a translator needs to know about a message: `notes.json` in each folder of `src/i18n/messages/`. */
export interface MessageNote {
  where: string;
  kind: string;
  /** What each slot holds. */
  slots?: Readonly<Record<string, string>>;
  /** The maximum number of characters, with the slots counted as they are written. */
  max: number;
  /** The specification gives the English text, so the glossary and the typography don't apply to it. */
  specified?: true;
}

export type MessageNotes = Readonly<Record<string, MessageNote>>;

const kinds = [
  'button',
  'link',
  'label',
  'heading',
  'tab',
  'option',
  'status',
  'hint',
  'sentence',
  'paragraph',
  'error',
  'toast',
  'dialog',
  'placeholder',
  'title',
  'meta',
  'spoken',
  'mail',
  'name',
];

const fields = ['where', 'kind', 'slots', 'max', 'specified'];

export function findNoteErrors(english: Dictionary, notes: MessageNotes): string[] {
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(notes, key));
  const leftOver = Object.keys(notes).filter((key) => !Object.hasOwn(english, key));
  return [
    ...missing.map((key) => `notes.json: '${key}' has no note`),
    ...leftOver.map((key) => `notes.json: '${key}' is not in en.json`),
    ...Object.entries(notes).flatMap(([key, note]) => {
      const message = english[key];
      const slots = message === undefined ? null : listSlots(message);
      return findShapeErrors(note, slots).map((error) => `notes.json: '${key}' ${error}`);
    }),
  ];
}

/** `slots` is null if there is no such message. */
function findShapeErrors(note: unknown, slots: string[] | null): string[] {
  if (!isRecord(note)) return ['must be an object'];
  const errors = Object.keys(note)
    .filter((field) => !fields.includes(field))
    .map((field) => `has an unknown field '${field}'`);
  const { where, kind, max, specified = true } = note;
  if (!isText(where)) errors.push('must say where the message is shown');
  if (!kinds.some((known) => known === kind)) errors.push(`must have a kind out of ${kinds.join(', ')}`);
  if (!Number.isInteger(max) || Number(max) < 1) errors.push('must have a maximum length');
  if (specified !== true) errors.push('can only be marked as specified, or not');
  const described = note.slots ?? {};
  if (!isRecord(described) || !Object.values(described).every(isText)) {
    errors.push('must describe each slot in words');
  } else if (slots && Object.keys(described).sort().join() !== slots.join()) {
    errors.push(
      `has the slots [${slots.join(', ')}], but its note [${Object.keys(described).sort().join(', ')}]`,
    );
  }
  return errors;
}

export function findLengthErrors(dictionaries: Dictionaries, notes: MessageNotes): string[] {
  return locales.flatMap((locale) =>
    Object.entries(dictionaries[locale]).flatMap(([key, message]) => {
      const max = notes[key]?.max;
      if (max === undefined) return [];
      const length = Math.max(...listForms(message).map((form) => countCharacters(form)));
      return length > max
        ? [`${locale}.json: '${key}' has ${length} characters, but there is space for ${max}`]
        : [];
    }),
  );
}

const segmenter = new Intl.Segmenter();

export function countCharacters(text: string): number {
  return [...segmenter.segment(text)].length;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
