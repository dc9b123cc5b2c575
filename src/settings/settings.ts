import { asc, desc, eq } from 'drizzle-orm';
import { lockUntilCommit } from '#database/advisory-locks.ts';
import type { Database, Queries } from '#database/database.ts';
import { setting, settingChange } from '#database/schema.ts';
import { createSealer, type Sealer } from '#platform/crypto/sealed-token.ts';
import { parseJson } from '#platform/json.ts';
import { fail, ok } from '#platform/result.ts';
import {
  defaultSiteSettings,
  type ServerSettingName,
  type ServerSettings,
  type SettingChanges,
  type SettingError,
  type SettingName,
  type Settings,
  type SiteSettingName,
  type SiteSettings,
  secretSettingNames,
  serverSettingNames,
  siteSettingNames,
  siteSettingsSchema,
} from './contract.ts';
import { parseStoredSetting } from './stored-settings.ts';

interface SettingsDeps {
  database: Pick<Database, 'query' | 'transaction' | 'notify' | 'onNotification'>;
  secret: string | Buffer;
  /** Server settings that the environment sets. */
  fixedNames: readonly ServerSettingName[];
  /** `changed`: the names that the owner has filled in. */
  validateServer(
    settings: ServerSettings,
    previous: ServerSettings,
    changed: readonly SettingName[],
  ): SettingError[];
  now(): number;
  onError(error: unknown): void;
}

interface StoredSettings {
  site: SiteSettings;
  server: ServerSettings;
  unreadable: ServerSettingName[];
}

/** `text` is JSON of a site setting, a server setting, or null for the default. */
interface ChangedSetting {
  name: SettingName;
  text: string | null;
}

const notification = '{"kind":"settings"}';

export const isSiteSetting = (name: string): name is SiteSettingName =>
  siteSettingNames.includes(name as SiteSettingName);
const isServerSetting = (name: string): name is ServerSettingName =>
  serverSettingNames.includes(name as ServerSettingName);
const isSecretSetting = (name: string) => secretSettingNames.includes(name as ServerSettingName);

/** Reads the stored settings. Rejects if the database can't be read. */
export async function openSettings({
  database,
  secret,
  fixedNames,
  validateServer,
  now,
  onError,
}: SettingsDeps): Promise<Settings> {
  const sealer = createSealer(secret, 'settings');
  const listeners: (() => void)[] = [];
  let stored = await load(database.query);
  let loading = Promise.resolve();

  async function load(queries: Queries): Promise<StoredSettings> {
    return parseRows(await queries.select().from(setting), sealer);
  }

  /** One after another, so that an older state never replaces a newer one. */
  function reload(): Promise<void> {
    loading = loading.then(async () => {
      stored = await load(database.query);
      for (const listener of listeners) listener();
    });
    const result = loading;
    loading = loading.catch(() => undefined);
    return result;
  }

  /** Changes are stored already, so errors are only reported. Other nodes don't depend on the reload of this one. */
  async function announce(): Promise<void> {
    await database.notify(notification).catch(onError);
    await reload().catch(onError);
  }

  database.onNotification((text) => {
    if (text === null || text === notification) reload().catch(onError);
  });

  return {
    site: () => stored.site,
    server: () => stored.server,
    unreadableSecrets: () => stored.unreadable,
    async save(changes, actor) {
      const parsed = parseChanges(changes, fixedNames);
      if (!parsed.ok) return parsed;
      const changed = parsed.value.map(({ name }) => name);
      const date = new Date(now());
      const errors = await database.transaction(async (queries) => {
        await lockUntilCommit(queries, 'settings');
        const { server } = await load(queries);
        const invalid = validateServer(mergeChanges(server, parsed.value), server, changed);
        if (invalid.length > 0) return invalid;
        for (const change of parsed.value) await saveChange(queries, change, { sealer, actor, date });
        return [];
      });
      if (errors.length > 0) return fail(errors);
      await announce();
      return ok(null);
    },
    async listChanges({ offset, limit }) {
      const rows = await database.query
        .select()
        .from(settingChange)
        .orderBy(desc(settingChange.changedAt), asc(settingChange.id))
        .offset(offset)
        .limit(limit);
      return rows.map(({ changedAt, ...row }) => ({
        ...row,
        changedAt: changedAt.toISOString(),
        isSecret: isSecretSetting(row.name),
      }));
    },
    reload: announce,
    onChange: (listener) => void listeners.push(listener),
  };
}

function mergeChanges(server: ServerSettings, changes: readonly ChangedSetting[]): ServerSettings {
  const merged = { ...server };
  for (const { name, text } of changes) {
    if (!isServerSetting(name)) continue;
    if (text === null) delete merged[name];
    else merged[name] = text;
  }
  return merged;
}

function parseRows(rows: readonly { name: string; value: string }[], sealer: Sealer): StoredSettings {
  const site: Record<string, unknown> = {};
  const server: ServerSettings = {};
  const unreadable: ServerSettingName[] = [];
  for (const { name, value } of rows) {
    if (isSiteSetting(name)) {
      // A value of another version falls back to the default.
      const parsed = parseStoredSetting(name, parseJson(value));
      if (parsed.success) site[name] = parsed.data;
    } else if (isSecretSetting(name) && isServerSetting(name)) {
      const opened = sealer.open(value);
      if (opened.ok && typeof opened.value === 'string') server[name] = opened.value;
      else unreadable.push(name);
    } else if (isServerSetting(name)) server[name] = value;
  }
  return { site: { ...defaultSiteSettings, ...site }, server, unreadable };
}

function parseChanges(changes: SettingChanges, fixedNames: readonly ServerSettingName[]) {
  const parsed: ChangedSetting[] = [];
  const errors: SettingError[] = [];
  for (const [name, value] of Object.entries(changes)) {
    if (isServerSetting(name) && fixedNames.includes(name)) errors.push({ name, code: 'fixed' });
    else if (isServerSetting(name)) {
      const text = typeof value === 'string' ? value.trim() : '';
      parsed.push({ name, text: text === '' ? null : text });
    } else if (isSiteSetting(name)) {
      const result = siteSettingsSchema.shape[name].safeParse(value);
      if (result.success) parsed.push({ name, text: toStoredText(name, result.data) });
      else if (value === null) parsed.push({ name, text: null });
      else errors.push({ name, code: 'invalid' });
    }
  }
  return errors.length > 0 ? fail(errors) : ok(parsed);
}

/** null for the default, so that a later default applies. */
function toStoredText(name: SiteSettingName, value: unknown): string | null {
  const text = JSON.stringify(value);
  return text === JSON.stringify(defaultSiteSettings[name]) ? null : text;
}

/** Writes nothing if the value stays the same. */
async function saveChange(
  queries: Queries,
  { name, text }: ChangedSetting,
  { sealer, actor, date }: { sealer: Sealer; actor: { name: string }; date: Date },
): Promise<void> {
  const isSecret = isSecretSetting(name);
  const [row] = await queries.select().from(setting).where(eq(setting.name, name)).for('update');
  const before = row?.value ?? null;
  const opened = isSecret && before !== null ? sealer.open(before) : null;
  const isSame = opened ? opened.ok && opened.value === text : before === text;
  if (isSame) return;
  if (text === null) await queries.delete(setting).where(eq(setting.name, name));
  else {
    const values = { name, value: isSecret ? sealer.seal(text) : text, updatedAt: date };
    await queries.insert(setting).values(values).onConflictDoUpdate({ target: setting.name, set: values });
  }
  await queries.insert(settingChange).values({
    changedAt: date,
    userName: actor.name,
    name,
    before: isSecret ? null : before,
    after: isSecret ? null : text,
  });
}
