import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useRef } from 'react';
import { localeTags } from '#i18n/locales.ts';
import { targetLocales } from '#translation/contract.ts';
import type { SideBySide } from '#translation/side-by-side-contract.ts';
import { useHydrated } from '../../../../browser/use-hydrated.ts';
import { useWindowEvent } from '../../../../browser/use-window-event.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Notice, noticeClass } from '../../../../ui/notice.tsx';
import { AdminPage } from '../../../admin-page.tsx';
import {
  languageNameInSentence,
  postLanguageNames,
  reviewPath,
  sideBySidePath,
} from '../../../post-labels.ts';
import { useSessionRenewal } from '../../../use-session-renewal.ts';
import { formatShortcut } from '../../rich-text/shortcuts.ts';
import { findNextOpenBlock, isOpenBlock } from './side-by-side-drafts.ts';
import { SideBySideRow } from './side-by-side-row.tsx';
import { toBlockText } from './typed-text.ts';
import { useSideBySide } from './use-side-by-side.ts';

export function SideBySideEditor({
  page: initial,
  lengthError = null,
  hasModel,
  userId,
  expiresAt,
}: {
  page: SideBySide;
  /** Why there are no blocks, if not because of the structure. */
  lengthError?: string | null;
  hasModel: boolean;
  userId: string;
  expiresAt: number;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  useSessionRenewal(expiresAt);
  const controls = useSideBySide(initial, userId);
  const { page, drafts, lost, error, saveState, translating } = controls;
  const { original, locale, post, blocks } = page;
  const list = useRef<HTMLOListElement>(null);
  const language = languageNameInSentence(locale, t.locale);
  const title = t('admin.side_by_side.title', {
    language: language.charAt(0).toLocaleUpperCase(localeTags[t.locale]) + language.slice(1),
    title: original.title || t('admin.blog.untitled'),
  });
  const openCount = blocks.filter(isOpenBlock).length;
  const missing = blocks.filter(({ id, state }) => state === 'missing' && !drafts.has(id));

  const findFocused = () =>
    document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset.block ?? null;
  const focusNext = (from: string | null) => {
    const next = findNextOpenBlock(blocks, from);
    list.current?.querySelector<HTMLElement>(`[data-block="${next}"] textarea`)?.focus();
  };
  const acceptBlock = (id: string) => {
    const block = blocks.find((candidate) => candidate.id === id);
    const text = drafts.get(id)?.text ?? block?.text ?? '';
    if (toBlockText(text) !== '') controls.accept(id, text);
  };
  useWindowEvent('keydown', (event) => {
    if (event.isComposing || event.repeat) return;
    const focused = findFocused();
    const isModified = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (event.key === 'Enter' && isModified && focused && page.mayEdit) acceptBlock(focused);
    else if (event.key !== 'ArrowDown' || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    focusNext(focused);
  });

  const status =
    saveState === 'saving'
      ? t('admin.editor.saving')
      : saveState === 'saved' && drafts.size === 0
        ? t('admin.taxonomy.saved')
        : '';
  return (
    <AdminPage
      path="/admin/blog"
      title={title}
      heading={<h1 className="mt-4 text-xl font-bold wrap-anywhere sm:text-2xl">{title}</h1>}
    >
      <div className="flex flex-wrap items-center gap-x-6">
        <a href={`/admin/blog/${original.id}`} className={plainLink}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t('admin.translation.original')}
        </a>
        {post && (
          <a href={`/admin/blog/${post.id}`} className={plainLink}>
            {t('admin.side_by_side.editor')}
          </a>
        )}
      </div>
      <nav aria-label={t('admin.editor.languages')} className="-mx-4 overflow-x-auto px-4 sm:mx-0 sm:px-0">
        <ul className="flex gap-2 sm:flex-wrap">
          {targetLocales(original.locale).map((target) => (
            <li key={target} className="shrink-0">
              <a
                href={sideBySidePath(original.id, target)}
                ref={target === locale ? scrollIntoRow : undefined}
                aria-current={target === locale ? 'page' : undefined}
                lang={localeTags[target]}
                className="flex min-h-11 items-center rounded-lg border border-field bg-surface px-3 text-sm font-semibold hover:border-accent hover:text-accent aria-[current]:border-accent aria-[current]:bg-tint aria-[current]:text-ink"
              >
                {postLanguageNames[target]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <noscript>
        <Notice className="mt-6">{t('admin.editor.no_scripts')}</Notice>
      </noscript>
      {!page.isAligned && (
        <Notice tone="plain" className="mt-6">
          {lengthError ?? t('admin.side_by_side.not_aligned')}
        </Notice>
      )}
      {!page.mayEdit && (
        <Notice tone="plain" className="mt-6">
          {t('admin.editor.read_only')}
        </Notice>
      )}
      {page.isAligned && page.mayEdit && (
        <div className="sticky top-0 z-10 -mx-2 mt-1 flex flex-wrap items-center gap-3 bg-paper px-2 py-3 max-sm:static">
          {openCount === 0 ? (
            <a href={reviewPath(locale)} className={buttonClass('quiet')}>
              {t('admin.nav.review')}
            </a>
          ) : (
            <Button
              disabled={!isHydrated}
              aria-keyshortcuts="Alt+ArrowDown"
              onClick={() => focusNext(findFocused())}
            >
              {t('admin.side_by_side.next', { count: openCount })}
            </Button>
          )}
          {translating ? (
            <Button variant="quiet" onClick={controls.stopTranslating}>
              {t('admin.editor.cancel')}
            </Button>
          ) : (
            hasModel &&
            missing.length > 0 && (
              <Button
                variant="quiet"
                disabled={!isHydrated}
                onClick={() => void controls.translate(missing.map(({ id }) => id))}
              >
                {t('admin.side_by_side.translate_missing', { count: missing.length })}
              </Button>
            )
          )}
          <p role="status" className="text-sm text-muted">
            {translating
              ? t('admin.side_by_side.progress', { done: translating.done, total: translating.total })
              : status}
          </p>
        </div>
      )}
      <div role="alert">
        {error !== '' && (
          <div className={noticeClass('error', 'mt-4 flex flex-wrap items-center gap-3 p-4')}>
            <p className="min-w-0 grow font-semibold text-pretty">{error}</p>
            {drafts.size > 0 && (
              <Button variant="quiet" onClick={() => void controls.save()}>
                {t('admin.run.retry')}
              </Button>
            )}
          </div>
        )}
      </div>
      <TextList heading={t('admin.side_by_side.lost')} texts={lost} />
      <ol ref={list} className="mt-4 grid gap-3">
        {blocks.map((block) => (
          <SideBySideRow
            key={block.id}
            block={block}
            controls={controls}
            hasModel={hasModel}
            isOff={!isHydrated || !page.mayEdit}
            onAccept={() => acceptBlock(block.id)}
          />
        ))}
      </ol>
      <TextList heading={t('admin.side_by_side.removed')} texts={page.removed} />
      <div className="mt-6 grid max-w-prose gap-2 text-sm text-pretty text-muted">
        <p>{t('admin.side_by_side.subtitle')}</p>
        <p className="max-sm:pointer-coarse:hidden">
          {t('admin.side_by_side.keys', {
            next: formatShortcut('Alt+↓', isHydrated ? navigator.platform : '', t),
            accept: formatShortcut('Mod+Enter', isHydrated ? navigator.platform : '', t),
          })}
        </p>
      </div>
    </AdminPage>
  );
}

function TextList({ heading, texts }: { heading: string; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <section className="mt-4 rounded-2xl border border-line bg-surface p-4">
      <h2 className="font-semibold text-pretty">{heading}</h2>
      <ul className="mt-2 list-disc ps-5">
        {[...new Set(texts)].map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

const plainLink =
  'inline-flex min-h-11 items-center gap-1.5 text-sm font-semibold text-muted hover:text-accent';

/** On a phone, the row of languages is wider than the page. */
function scrollIntoRow(link: HTMLAnchorElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
