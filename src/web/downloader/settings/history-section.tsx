import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useId, useRef, useState } from 'react';
import { formatDateIn } from '#i18n/formats.ts';
import { localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translator.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { formatPostDate } from '../media/format-media.ts';
import { saveOrShareFile } from '../media/web-share.ts';
import { serializeSettingsFile } from './settings-file.ts';
import type { SavedPostEntry } from './settings-schema.ts';
import { settingsStore } from './settings-store.ts';

export function HistorySection({
  isEnabled,
  posts,
  onOpen,
}: {
  isEnabled: boolean;
  posts: readonly SavedPostEntry[];
  onOpen: (url: string) => void;
}) {
  const t = useTranslator();
  const id = useId();
  const checkbox = useRef<HTMLInputElement>(null);
  const [isCleared, setIsCleared] = useState(false);

  const setEnabled = (isOn: boolean) => {
    setIsCleared(!isOn && posts.length > 0);
    settingsStore.updateSettings({ history: isOn });
  };
  const clear = () => {
    settingsStore.clearPosts();
    setIsCleared(true);
    checkbox.current?.focus();
  };

  return (
    <section aria-labelledby={`${id}-heading`} className="mt-6 border-t border-line pt-5">
      <h3 id={`${id}-heading`} className="font-bold">
        {t('settings.posts.heading')}
      </h3>
      <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          ref={checkbox}
          type="checkbox"
          checked={isEnabled}
          onChange={(event) => setEnabled(event.target.checked)}
          aria-describedby={`${id}-note`}
          className="size-5 shrink-0 cursor-pointer accent-accent"
        />
        {t('settings.posts.remember')}
      </label>
      <p id={`${id}-note`} className="text-sm text-muted">
        {t('settings.posts.note')}
      </p>
      <p role="status" className="mt-2 text-sm font-semibold text-good empty:hidden">
        {isCleared && posts.length === 0 ? t('settings.posts.wiped') : null}
      </p>
      {isEnabled && posts.length === 0 && !isCleared && (
        <p className="mt-3 text-sm text-muted">{t('settings.posts.none')}</p>
      )}
      {posts.length > 0 && (
        <>
          <ul className="relative mt-3 max-h-72 divide-y divide-line overflow-y-auto rounded-xl border border-line">
            {posts.map((post) => (
              <li key={post.url}>
                <SavedPostButton post={post} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="quiet" className="grow" onClick={() => exportPosts(posts)}>
              {t('settings.posts.export')}
            </Button>
            <Button variant="quiet" className="grow" onClick={clear}>
              {t('settings.posts.wipe')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function SavedPostButton({ post, onOpen }: { post: SavedPostEntry; onOpen: (url: string) => void }) {
  const t = useTranslator();
  const { url, username, publishedAt, savedAt } = post;
  const published = formatPostDate(t, publishedAt);
  return (
    <button
      type="button"
      onClick={() => onOpen(url)}
      className="flex min-h-14 w-full cursor-pointer items-center gap-3 px-4 py-2 text-start -outline-offset-3 hover:text-accent"
    >
      <span className="min-w-0 grow">
        <span className="block font-semibold wrap-anywhere">
          <span className="sr-only">{t('settings.posts.open', { name: `@${username}` })}</span>
          <span aria-hidden="true" dir="ltr">
            @{username}
          </span>
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          {published && <span>{t('settings.posts.published', { date: published })}</span>}
          <span>{t('settings.posts.saved', { date: formatLocalDate(t, savedAt) })}</span>
        </span>
      </span>
      <RotateCcw aria-hidden="true" className="size-4.5 shrink-0" />
    </button>
  );
}

/** In the user's time zone, unlike `formatPostDate`. */
function formatLocalDate(t: Translator, savedAt: string): string {
  const format = new Intl.DateTimeFormat(localeTags[t.locale], { dateStyle: 'long' });
  return formatDateIn(t.locale, format, new Date(savedAt));
}

function exportPosts(posts: readonly SavedPostEntry[]): void {
  const text = serializeSettingsFile({ posts: [...posts] });
  saveOrShareFile(new File([text], 'unspool-posts.json', { type: 'application/json' }));
}
