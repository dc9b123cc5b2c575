import { formatDate, formatUtcDateTime, formatZonedDateTime, timeZoneName } from '#i18n/format-date.ts';
import { formatBytes, formatPercent, formatTimeSpan } from '#i18n/format-units.ts';
import { type Locale, localeNames, locales, localeTags } from '#i18n/locales.ts';
import { serverTranslator } from '#i18n/server-translator.ts';
import {
  createTranslator,
  type Message,
  type MessageKey,
  type Messages,
  type MessageValues,
  type Translator,
} from '#i18n/translator.ts';
import { formatAgo, formatChartDate, formatCount } from '#web/admin/figures/chart-data.ts';
import { formatMoney } from '#web/admin/format-money.ts';
import { languageNameInSentence, postLanguageNames } from '#web/admin/post-labels.ts';
import { mediaLabel } from '#web/downloader/media/format-media.ts';
import { listSlots } from './languages.ts';

type Sample = (t: Translator) => readonly (string | number)[];

/** Italian and French write the 8th and the 11th differently after a preposition or an article. */
const dates = ['2026-12-08T09:00:00Z', '2026-11-11T17:30:00Z'];

const counts: Sample = () => [1, 2, 5, 11];
const days: Sample = ({ locale }) => dates.map((date) => formatDate(locale, date));
const utcTimes: Sample = ({ locale }) => dates.map((date) => formatUtcDateTime(locale, new Date(date)));
const zonedTimes: Sample = ({ locale }) =>
  dates.map((date) => formatZonedDateTime(locale, new Date(date), 'UTC'));
const localTimes: Sample = ({ locale }) => {
  const format = new Intl.DateTimeFormat(localeTags[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return dates.map((date) => format.format(new Date(date)));
};
const languagesInSentence: Sample = ({ locale }) =>
  locales.map((language) => languageNameInSentence(language, locale));
const people: Sample = () => ['Ada', 'Kenji Tanaka'];
const files: Sample = (t) => [
  mediaLabel(t, { type: 'video', index: 1 }),
  mediaLabel(t, { type: 'image', index: 11 }),
];
const sizes: Sample = (t) => [formatBytes(t, 980_000), formatBytes(t, 4_800_000), formatBytes(t, 2e9)];
const statuses = ['admin.status.draft', 'admin.status.published', 'admin.status.archived'] as const;
const roles = ['admin.role.owner', 'admin.role.editor', 'admin.role.author'] as const;

/** By slot, or by `key#slot` if the name alone does not say what the slot holds. Equal indexes are shown together. */
const samples: Readonly<Record<string, Sample>> = {
  score: () => [50, 96],
  ago: ({ locale }) => [3, 60, 3_600].map((seconds) => formatAgo(locale, seconds * 1000)),
  before: () => ['Ada'],
  'admin.figures.changed#changed': () => [6, 48],
  code: () => ['upstream.busy'],
  current: (t) => roles.toReversed().map((role) => t(role)),
  backup: (t) => roles.map((role) => t(role)),
  command: () => ['npm run canary -- --explain LINK'],
  source: (t) => [t('admin.figures.source_traffic'), t('admin.figures.source_canary')],
  'admin.figures.summary#total': () => [1_234],
  'admin.figures.summary#most': () => [56],
  'admin.figures.summary#date': ({ locale }) => [formatChartDate(locale, '2026-11-27')],
  'admin.figures.changed#total': () => [9, 120],
  blocks: () => [1, 5, 12],
  budget: ({ locale }) => [new Intl.NumberFormat(localeTags[locale]).format(2_000_000)],
  cost: ({ locale }) => [formatMoney({ amount: 0.0123, currency: 'USD' }, locale)],
  color: () => ['#b3261e'],
  count: counts,
  date: days,
  'admin.account.since#date': utcTimes,
  'admin.users.until#date': utcTimes,
  'admin.preview.shared#date': utcTimes,
  'admin.blog.scheduled#date': localTimes,
  done: counts,
  email: () => ['ada@example.org'],
  estimated: () => [48_000],
  files: ({ locale }) => [formatCount(locale, 0), formatCount(locale, 1_234)],
  folder: () => ['/srv/unspool/backups'],
  format: () => ['MP4', 'ZIP'],
  height: () => [1080],
  host: () => ['example.org'],
  'blog.still.embed_note#provider': () => ['YouTube', 'example.org'],
  hotkey: () => ['F8'],
  index: counts,
  known: () => [1, 2, 12],
  language: () => locales.map((language) => postLanguageNames[language]),
  'admin.run.task#language': languagesInSentence,
  'admin.run.view_one#language': languagesInSentence,
  'admin.run.retry_one#language': languagesInSentence,
  'admin.translation.nobody_how#language': languagesInSentence,
  'admin.run.review_one#language': languagesInSentence,
  'admin.run.open_one#language': languagesInSentence,
  'admin.settings.history_value#label': () => [localeNames.de, localeNames.th],
  'admin.settings.history_value#value': (t) => [
    t('admin.settings.history_reviewer', { name: 'Ada' }),
    t('admin.settings.history_score', { score: 80 }),
  ],
  languages: () => [localeNames.de, `${localeNames.de}, ${localeNames.th}`],
  'admin.taxonomy.unnamed#languages': () => ['TH', 'ES, PT, FR'],
  left: () => [250_000],
  'verification.sum#left': () => [7],
  length: () => [12],
  limit: () => [60, 160],
  'batch.truncated#limit': () => [20],
  link: () => ['https://example.org/admin/reset?token=8Jd2'],
  max: () => [2000],
  message: (t) => [t('function.offline'), t('function.http')],
  moment: zonedTimes,
  most: () => [120_000],
  name: files,
  'admin.action.delete_named#name': (t) => [t('settings.names.sample')],
  'admin.action.edit_named#name': (t) => [t('settings.names.sample')],
  'admin.mail.invitation.text#name': people,
  'admin.mail.reset.text#name': people,
  'admin.mail.unpublished.text#name': people,
  'admin.mail.unpublished.text#reasons': (t) => [`Deutsch: ${t('admin.suggestions.reason.budget')}`],
  'admin.taxonomy.remove_title#name': (t) => [t('settings.names.sample')],
  'admin.users.remove_sure#name': people,
  'admin.settings.history_reviewer#name': people,
  'admin.run.reason.held#name': people,
  'admin.users.role_of#name': people,
  'blog.list.active_category#name': (t) => [t('settings.names.sample')],
  'blog.list.active_tag#name': (t) => [t('settings.names.sample')],
  'post.by#name': () => ['maya.ink', 'Maya Lindqvist'],
  'settings.file.field#name': () => ['filename'],
  'settings.file.posts_off#name': (t) => [t('settings.posts.remember')],
  'settings.names.preview#name': () => ['maya.ink_DR4nB8xQz1K_1.mp4'],
  'settings.posts.open#name': () => ['@maya.ink'],
  'settings.template.unknown#name': () => ['autor'],
  now: () => ['Kenji Tanaka'],
  number: counts,
  of: () => [2, 5, 12],
  origin: () => ['https://example.org', 'http://localhost:3000'],
  page: () => [2, 11],
  part: () => ['{user}'],
  parts: () => ['{user} {code} {index} {date} {text} {type}'],
  pattern: () => ['{user}_{code}_{index}'],
  rule: (t) => [t('admin.rule.change'), t('admin.rule.nightly')],
  percent: (t) => [formatPercent(t, 0.25), formatPercent(t, 1)],
  place: () => [1, 2, 11],
  published: () => [1, 2, 5, 9],
  read: () => [0, 1, 12],
  received: sizes,
  right: () => [4],
  role: (t) => roles.map((role) => t(role)),
  rows: ({ locale }) => [formatCount(locale, 1), formatCount(locale, 12_345)],
  sign: () => ['/', '?'],
  size: (t) => [formatBytes(t, 50_000_000), formatBytes(t, 2e9)],
  spent: () => [1, 36_500],
  status: (t) => statuses.map((status) => t(status)),
  tag: () => ['<1>…</1>', '<2/>'],
  term: () => ['thread'],
  time: (t) => [formatTimeSpan(t, 11), formatTimeSpan(t, 60), formatTimeSpan(t, 300)],
  title: (t) => [t('settings.names.sample')],
  tokens: () => [48_000],
  'admin.spend.today#tokens': ({ locale }) => [new Intl.NumberFormat(localeTags[locale]).format(48_000)],
  total: () => [1, 2, 10, 12],
  'batch.truncated#total': () => [21, 45],
  'download.amount#total': (t) => [
    formatBytes(t, 2_100_000),
    formatBytes(t, 12_000_000),
    formatBytes(t, 2e9),
  ],
  'admin.side_by_side.keys#accept': () => ['Ctrl+Enter'],
  'admin.side_by_side.keys#next': () => ['Alt+↓'],
  'admin.data.created_at#date': utcTimes,
  'admin.data.rehearsal_backup#date': utcTimes,
  'admin.data.restored_text#file': () => ['unspool-2026-12-08T09-00-00-replaced.backup.gz'],
  'admin.data.started_by#name': people,
  'admin.data.step_upload#done': sizes,
  'admin.data.step_upload#total': sizes,
  version: () => ['0019_pages'],
  program: () => ['Ghost', 'WordPress'],
  'admin.data.list_cut#shown': () => [200],
  'admin.data.changes_cut#shown': () => [20],
  'admin.data.list_cut#total': () => [201, 1177],
  'admin.data.changes_cut#total': () => [201, 1177],
  used: () => [1, 75, 161],
  slug: () => ['privacy'],
  username: () => ['maya.ink'],
  what: (t) => [t('admin.draft.compare.part'), t('admin.editor.title')],
  'viewer.position#count': () => [2, 5, 20],
  width: () => [1920],
  zone: ({ locale }) => [timeZoneName(locale, new Date(dates[0] ?? ''))],
};

/** Several values for each slot of a message, with numbers formatted. Throws if a slot has no sample. */
export function sampleValues(locale: Locale, key: string, message: Message): Record<string, string>[] {
  const format = new Intl.NumberFormat(localeTags[locale]);
  return listValues(locale, key, message).map((values) =>
    Object.fromEntries(
      Object.entries(values).map(([slot, value]) => [
        slot,
        typeof value === 'number' ? format.format(value) : value,
      ]),
    ),
  );
}

/** The text with several values in each slot. Throws if a slot has no sample. */
export function renderMessage(locale: Locale, key: string, message: Message): string[] {
  const t = createTranslator(locale, { [key]: message } as Messages);
  const rendered = listValues(locale, key, message).map((values) => t(key as MessageKey, values));
  return [...new Set(rendered)];
}

function listValues(locale: Locale, key: string, message: Message): MessageValues[] {
  const t = serverTranslator(locale);
  const lists = listSlots(message).map((slot) => {
    const sample = samples[`${key}#${slot}`] ?? samples[slot];
    if (!sample) throw new Error(`message-samples.ts: '${key}' needs a sample for {${slot}}`);
    return { slot, values: sample(t) };
  });
  const length = Math.max(1, ...lists.map(({ values }) => values.length));
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(lists.map(({ slot, values }) => [slot, values[index % values.length] ?? ''])),
  );
}
