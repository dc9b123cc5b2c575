import { readdirSync, readFileSync } from 'node:fs';
import type { MessageBundle } from '../src/web/rendering/client-messages.ts';

const folder = new URL('../src/i18n/messages/', import.meta.url);

/**
 * The messages that a page loads, by folder. Not in any: `server`, what only the server renders, also for pages without
 * scripts.
 */
export const messageBundles = {
  start: ['everywhere', 'pages', 'home'],
  /** What the home page loads with the first link. */
  later: ['results'],
  /** With the texts around the form, which only `vite dev` renders in the browser. */
  contact: ['everywhere', 'pages', 'contact'],
  blog: ['everywhere', 'pages', 'blog'],
  /** All of the administration, except for data and set-up. */
  admin: [
    ...['everywhere', 'pages', 'admin', 'admin-pages', 'admin-forms', 'admin-lists', 'admin-posts'],
    ...['editor', 'editor-later'],
  ],
  /** What the editor shows before anything else is loaded. It gets the rest of `admin` later. */
  editor: ['everywhere', 'admin', 'admin-posts', 'editor'],
  /** Posts, categories, tags, translations and glossaries. */
  lists: ['everywhere', 'pages', 'admin', 'admin-pages', 'admin-posts', 'admin-lists'],
  /** Data and set-up. */
  data: ['everywhere', 'pages', 'admin', 'admin-pages', 'admin-forms', 'admin-data'],
} as const satisfies Record<MessageBundle, readonly string[]>;

export const bundleNames = Object.keys(messageBundles) as MessageBundle[];

/** By key, the folder of the message. */
export const messageParts: ReadonlyMap<string, string> = new Map(
  readdirSync(folder).flatMap((part) =>
    Object.keys(JSON.parse(readFileSync(new URL(`${part}/en.json`, folder), 'utf8'))).map((key) => [
      key,
      part,
    ]),
  ),
);

export function isInBundle(bundle: MessageBundle, key: string): boolean {
  const parts: readonly string[] = messageBundles[bundle];
  return parts.includes(messageParts.get(key) ?? '');
}
