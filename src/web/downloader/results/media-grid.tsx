import { type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MessageKey } from '#i18n/translator.ts';
import { useHistoryEntry } from '../../browser/use-history-entry.ts';
import { useHydrated } from '../../browser/use-hydrated.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { mediaLabel, sourceLabel } from '../media/format-media.ts';
import { countMediaItems, isThreadExpanded, type MediaItemFiles } from '../media/group-media.ts';
import { ThreadStatus } from '../words/expand-thread.tsx';
import { printWithImages, ThreadEntry, ThreadHeader } from '../words/post-words.tsx';
import type { ZipSelection } from './download-bar.tsx';
import { MediaCard } from './media-card.tsx';
import {
  filterSections,
  listItems,
  listSections,
  type MediaFilter,
  type MediaSection,
  mediaFilters,
  takeSections,
} from './media-sections.ts';
import { MediaViewer } from './media-viewer.tsx';
import { usePostFilesContext } from './post-files.ts';

/** Rendered at first, and with each step of scrolling: a whole thread may have 200 items. */
const pageSize = 12;

/** The column of a thread. */
export const readingClass = 'mx-auto max-w-prose';

/** All media of a post or a thread, in true aspect ratio. One item alone is large. */
export function MediaGrid({
  label,
  formId,
  selection,
  isDownloadInBar = false,
  ref,
}: {
  label: string;
  /** null without a ZIP. */
  formId: string | null;
  selection: ZipSelection;
  /** The bar downloads the only item. */
  isDownloadInBar?: boolean;
  ref?: Ref<HTMLElement>;
}) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const { found, qualities, thread } = usePostFilesContext();
  const viewer = useHistoryEntry(label);
  const sections = listSections(qualities, found.post);
  const filtered = filterSections(sections, selection.filter ?? 'all');
  const items = listItems(filtered);
  const [limit, setLimit] = useState(isHydrated ? pageSize : Number.POSITIVE_INFINITY);
  const shown = takeSections(filtered, limit);
  const [revealed, setRevealed] = useState<ReadonlySet<string>>(new Set());
  const isCovered = ({ id, best }: MediaItemFiles) => best.isSpoiler === true && !revealed.has(id);
  const reveal = (id: string) => setRevealed(new Set([...revealed, id]));
  const cards = useReturnedFocus(viewer.value);
  const isThread = isThreadExpanded(found);
  const isAlone = listItems(sections).length === 1;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={label}
      className={`min-w-0 scroll-mt-20 rounded-lg ${isThread ? 'reading-page' : ''}`}
    >
      <div className={isThread || thread.isBusy ? readingClass : ''}>
        <ThreadStatus expansion={thread}>
          {isThread && t('thread.expanded', { count: countMediaItems(qualities) })}
        </ThreadStatus>
      </div>
      {/* A thread replaces the post, so nothing of it moves. */}
      <div key={isThread ? 'thread' : 'post'} className={isThread ? readingClass : ''}>
        {found.post && isThread && (
          <ThreadHeader
            post={found.post}
            qualities={found.qualities}
            onPrint={() => {
              flushSync(() => setLimit(Number.POSITIVE_INFINITY));
              void printWithImages();
            }}
          />
        )}
        {isHydrated && selection.filter !== null && (
          <FilterButtons
            filter={selection.filter}
            onChange={(next) => {
              selection.setFilter(next);
              setLimit(pageSize);
            }}
          />
        )}
        <div ref={cards} className="grid gap-8">
          {shown.map(({ key, entry, groups }, index) => (
            <ThreadEntry key={key} entry={entry} previous={(shown[index - 1] ?? sections[0])?.entry}>
              {groups.map((group) => {
                const title = sourceLabel(t, group.source, entry === null);
                return (
                  <section key={group.key} className="min-w-0">
                    {title && <h3 className="mb-2 font-semibold text-muted">{title}</h3>}
                    <ul
                      className={
                        isAlone || (isThread && group.items.length === 1) ? 'grid' : listClass(isThread)
                      }
                    >
                      {group.items.map((item) => (
                        <MediaCard
                          key={item.id}
                          item={item}
                          isAlone={isAlone || (isThread && group.items.length === 1)}
                          isDownloadInBar={isDownloadInBar}
                          isReading={isThread && isHydrated}
                          headingLevel={title || entry ? 4 : 3}
                          isCovered={isCovered(item)}
                          onReveal={() => reveal(item.id)}
                          onOpen={() => viewer.open(item.id)}
                          zipCheckbox={
                            formId !== null && (
                              <ZipItemCheckbox
                                formId={formId}
                                index={item.best.index}
                                name={mediaLabel(t, item.best)}
                                isSelected={selection.has(item.id)}
                                onSelectedChange={(isSelected) => selection.setSelected(item.id, isSelected)}
                              />
                            )
                          }
                        />
                      ))}
                    </ul>
                  </section>
                );
              })}
            </ThreadEntry>
          ))}
        </div>
        {countParts(shown) < countParts(filtered) && (
          <MoreButton key={limit} onMore={() => setLimit(limit + pageSize)} />
        )}
      </div>
      {viewer.value !== null && (
        <MediaViewer
          items={items}
          itemId={viewer.value}
          isCovered={isCovered}
          onReveal={reveal}
          onChange={(itemId) => {
            viewer.open(itemId);
            // Its card takes the focus when the viewer closes.
            setLimit(limitThatShows(itemId, filtered, limit));
          }}
          onClose={viewer.close}
        />
      )}
    </section>
  );
}

/** When the viewer closes, the item that it showed last has the focus. */
function useReturnedFocus(openItem: string | null): Ref<HTMLDivElement> {
  const cards = useRef<HTMLDivElement>(null);
  const lastOpen = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (openItem === null && lastOpen.current !== null) {
      const selector = `[data-item="${CSS.escape(lastOpen.current)}"]`;
      const card = cards.current?.querySelector<HTMLElement>(selector);
      if (card && card !== document.activeElement) {
        card.focus({ preventScroll: true });
        card.scrollIntoView({ block: 'nearest' });
      }
    }
    lastOpen.current = openItem;
  }, [openItem]);
  return cards;
}

function limitThatShows(itemId: string, sections: readonly MediaSection[], limit: number): number {
  const isShown = listItems(takeSections(sections, limit)).some(({ id }) => id === itemId);
  return isShown ? limit : limitThatShows(itemId, sections, limit + pageSize);
}

const listClass = (isThread: boolean) =>
  `grid grid-cols-2 items-start gap-x-3 gap-y-5 ${isThread ? '' : 'md:grid-cols-3 lg:grid-cols-4'}`;

const countParts = (sections: readonly MediaSection[]) => sections.length + listItems(sections).length;

const filterLabels = {
  all: 'filter.all',
  video: 'filter.videos',
  image: 'filter.images',
} as const satisfies Record<MediaFilter, MessageKey>;

function FilterButtons({
  filter,
  onChange,
}: {
  filter: MediaFilter;
  onChange: (filter: MediaFilter) => void;
}) {
  const t = useTranslator();
  return (
    <fieldset className="mb-3 flex gap-1.5">
      <legend className="sr-only">{t('filter.label')}</legend>
      {mediaFilters.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={filter === option}
          onClick={() => onChange(option)}
          className="min-h-11 cursor-pointer rounded-full border border-field px-4 text-sm font-semibold hover:border-accent hover:text-accent aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:text-accent-strong"
        >
          {t(filterLabels[option])}
        </button>
      ))}
    </fieldset>
  );
}

/** Shows more by itself when it comes near the viewport. */
function MoreButton({ onMore }: { onMore: () => void }) {
  const t = useTranslator();
  const button = useRef<HTMLButtonElement>(null);
  const onNear = useRef(onMore);
  useEffect(() => {
    onNear.current = onMore;
  });
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onNear.current();
      },
      { rootMargin: '600px' },
    );
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, []);
  return (
    <Button ref={button} variant="quiet" className="mt-6 w-full" onClick={onMore}>
      {t('media.more')}
    </Button>
  );
}

/** Lies over the thumbnail. Without JavaScript it belongs to the form of the ZIP. */
function ZipItemCheckbox({
  formId,
  index,
  name,
  isSelected,
  onSelectedChange,
}: {
  formId: string;
  index: number;
  name: string;
  isSelected: boolean;
  onSelectedChange: (isSelected: boolean) => void;
}) {
  const t = useTranslator();
  return (
    <label className="inline-flex size-11 cursor-pointer items-center justify-center">
      <span className="sr-only">{t('zip.choose', { name })}</span>
      <span className="grid size-7 place-items-center rounded-lg bg-surface/90">
        <input
          type="checkbox"
          form={formId}
          name="item"
          value={index}
          checked={isSelected}
          onChange={(event) => onSelectedChange(event.target.checked)}
          className="size-5 cursor-pointer accent-accent"
        />
      </span>
    </label>
  );
}
