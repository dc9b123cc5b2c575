import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useId, useRef, useState } from 'react';
import { localeTags } from '#i18n/locales.ts';
import type { Translator } from '#i18n/translate.ts';
import { useTranslator } from '../../translation.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDate } from '../describe-media.ts';
import { giveFile } from '../phone-sharing.ts';
import type { SavedPost } from './kept-shapes.ts';
import { writeSettingsFile } from './settings-file.ts';
import { deviceMemory } from './use-device-memory.ts';

/** The posts that were saved here, where this device is to remember them. */
export function PostsPart({
  isKept,
  posts,
  onOpen,
}: {
  isKept: boolean;
  posts: readonly SavedPost[];
  onOpen: (url: string) => void;
}) {
  const t = useTranslator();
  const id = useId();
  const keep = useRef<HTMLInputElement>(null);
  const [isWiped, setIsWiped] = useState(false);

  const setKept = (isOn: boolean) => {
    setIsWiped(!isOn && posts.length > 0);
    deviceMemory.keepSettings({ history: isOn });
  };
  const wipe = () => {
    deviceMemory.forgetPosts();
    setIsWiped(true);
    keep.current?.focus();
  };

  return (
    <section aria-labelledby={`${id}-heading`} className="mt-6 border-t border-line pt-5">
      <h3 id={`${id}-heading`} className="font-bold">
        {t('settings.posts.heading')}
      </h3>
      <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
        <input
          ref={keep}
          type="checkbox"
          checked={isKept}
          onChange={(event) => setKept(event.target.checked)}
          aria-describedby={`${id}-note`}
          className="size-5 shrink-0 cursor-pointer accent-accent"
        />
        {t('settings.posts.keep')}
      </label>
      <p id={`${id}-note`} className="text-sm text-muted">
        {t('settings.posts.note')}
      </p>
      <p role="status" className="mt-2 text-sm font-semibold text-good empty:hidden">
        {isWiped && posts.length === 0 ? t('settings.posts.wiped') : null}
      </p>
      {isKept && posts.length === 0 && !isWiped && (
        <p className="mt-3 text-sm text-muted">{t('settings.posts.none')}</p>
      )}
      {posts.length > 0 && (
        <>
          <ul className="relative mt-3 max-h-72 divide-y divide-line overflow-y-auto rounded-xl border border-line">
            {posts.map((post) => (
              <li key={post.url}>
                <OpenAgain post={post} onOpen={onOpen} />
              </li>
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button variant="quiet" className="grow" onClick={() => exportPosts(posts)}>
              {t('settings.posts.export')}
            </Button>
            <Button variant="quiet" className="grow" onClick={wipe}>
              {t('settings.posts.wipe')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function OpenAgain({ post, onOpen }: { post: SavedPost; onOpen: (url: string) => void }) {
  const t = useTranslator();
  const { url, username, publishedAt, savedAt } = post;
  const published = formatDate(t, publishedAt);
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
          <span>{t('settings.posts.saved', { date: dayHere(t, savedAt) })}</span>
        </span>
      </span>
      <RotateCcw aria-hidden="true" className="size-4.5 shrink-0" />
    </button>
  );
}

/** By the visitor's own clock: it was they who saved it. */
function dayHere(t: Translator, savedAt: string): string {
  return new Intl.DateTimeFormat(localeTags[t.locale], { dateStyle: 'long' }).format(new Date(savedAt));
}

function exportPosts(posts: readonly SavedPost[]): void {
  const text = writeSettingsFile({ posts: [...posts] });
  giveFile(new File([text], 'unspool-posts.json', { type: 'application/json' }));
}
