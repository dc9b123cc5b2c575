import type { Database } from '#database/database.ts';
import type { Logger } from '#platform/logger.ts';
import {
  type ServerSettingName,
  type ServerSettings,
  type Settings,
  secretSettingNames,
} from '#settings/contract.ts';
import { openSettings } from '#settings/settings.ts';
import { mergeSettings, type OwnerConfig, parseOwnerConfig, providerKeys } from './config/owner-settings.ts';
import type { Config } from './config.ts';

interface OwnerSettingsDeps {
  database: Database;
  secret: string;
  now(): number;
  log: Logger;
}

export function withoutSecrets(settings: ServerSettings): ServerSettings {
  const hidden = secretSettingNames.filter((name) => settings[name] !== undefined);
  return { ...settings, ...Object.fromEntries(hidden.map((name) => [name, ''])) };
}

const originOf = (url: string | undefined) => (url === undefined ? null : new URL(url).origin);

/** Combines the stored settings with the environment. Part of the composition root. */
export async function openOwnerSettings(
  config: Pick<Config, 'http' | 'owner' | 'serverSettings'>,
  { database, secret, now, log }: OwnerSettingsDeps,
): Promise<{
  settings: Settings;
  /** Returns the same object until a setting changes. */
  owner(): OwnerConfig;
}> {
  const parse = (stored: ServerSettings) =>
    parseOwnerConfig(mergeSettings(stored, config.serverSettings), config.http.publicOrigin);
  const settings = await openSettings({
    database,
    secret,
    now,
    fixedNames: Object.keys(config.serverSettings) as ServerSettingName[],
    validateServer(next, previous, changed) {
      const parsed = parse(next);
      if (!parsed.ok)
        return parsed.error.map(({ name }) => ({ name: name as ServerSettingName, code: 'invalid' }));
      return providerKeys.flatMap(([url, key]) => {
        const isNewProvider = originOf(next[url]) !== originOf(previous[url]);
        const sendsOldKey = next[key] !== undefined && !changed.includes(key);
        return isNewProvider && sendsOldKey ? [{ name: key, code: 'reenter' as const }] : [];
      });
    },
    onError: (error) => log.error({ error }, 'settings could not be read'),
  });
  let owner = read();

  /** Settings stored before the environment changed may not fit it. */
  function read(): OwnerConfig {
    const parsed = parse(settings.server());
    if (parsed.ok) return parsed.value;
    const names = parsed.error.map(({ name }) => name);
    log.error({ names }, 'stored settings do not fit the environment and are ignored');
    return config.owner;
  }
  settings.onChange(() => {
    owner = read();
  });
  return { settings, owner: () => owner };
}
