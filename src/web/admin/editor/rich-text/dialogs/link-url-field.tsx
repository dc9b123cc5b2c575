import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type Locale, localeNames, localeTags } from '#i18n/locales.ts';
import { useTranslator } from '../../../../translator.tsx';
import { Input } from '../../../../ui/field.tsx';
import { type FoundPost, usePostSearch } from './post-search.ts';

/** Takes a URL, or words that find the blog's own posts. The focus stays in the field. */
export function LinkUrlField({
  locale,
  value,
  errorId,
  onChange,
  onPick,
}: {
  locale: Locale;
  value: string;
  errorId: string | undefined;
  onChange(value: string): void;
  onPick(post: FoundPost): void;
}) {
  const t = useTranslator();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const posts = usePostSearch(locale, value);
  const [activeIndex, setActiveIndex] = useState(-1);
  const [closedFor, setClosedFor] = useState('');
  const options = closedFor === value ? [] : (posts ?? []);
  const active = options[activeIndex];
  useEffect(() => {
    if (active) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const close = () => {
    setActiveIndex(-1);
    setClosedFor(value);
  };
  const pick = (post: FoundPost) => {
    setActiveIndex(-1);
    onPick(post);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (options.length === 0 || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActiveIndex(getNextIndex(activeIndex, step, options.length));
    else if (event.key === 'Enter' && active) pick(active);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="grid gap-1.5">
      <Input
        data-autofocus
        type="text"
        inputMode="url"
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-posts`}
        aria-autocomplete="list"
        aria-activedescendant={active && `${id}-${active.id}`}
        aria-label={t('admin.text.link_prompt')}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId ?? `${id}-hint`}
        value={value}
        onKeyDown={handleKey}
        onChange={(event) => {
          setActiveIndex(-1);
          onChange(event.target.value);
        }}
      />
      <p id={`${id}-hint`} className="text-sm text-muted">
        {t('admin.text.link_hint')}
      </p>
      <p role="status" className={posts?.length === 0 ? 'text-sm text-muted' : 'sr-only'}>
        {posts?.length === 0 && t('admin.blog.empty.title')}
        {options.length > 0 && t('admin.blog.count', { count: options.length })}
      </p>
      <div
        ref={list}
        id={`${id}-posts`}
        role="listbox"
        aria-label={t('admin.blog.posts')}
        hidden={options.length === 0}
        className="max-h-60 overflow-y-auto rounded-2xl border border-line bg-paper p-1"
      >
        {options.map((post, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={post.id}
            id={`${id}-${post.id}`}
            role="option"
            aria-selected={index === activeIndex}
            className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-xl px-3 py-1.5 hover:bg-sunken aria-selected:bg-tint"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(post)}
          >
            <span lang={localeTags[post.locale]} className="min-w-0 wrap-anywhere">
              {post.title}
            </span>
            {post.locale !== locale && (
              <span lang={localeTags[post.locale]} className="shrink-0 text-sm text-muted">
                {localeNames[post.locale]}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Before the first and after the last option, none is active. */
function getNextIndex(index: number, step: number, count: number): number {
  const next = index + step;
  if (next >= count) return -1;
  return next < -1 ? count - 1 : next;
}
