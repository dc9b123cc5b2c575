import type { ReactNode } from 'react';
import { groupSpoilers, splitText, styleElements, type TextPart } from '#media/formatted-text.ts';
import type { PostText } from '#threads/contract.ts';
import { useTranslator } from '../../translator.tsx';

/** The words of a post as its author formatted them. */
export function FormattedText({ post, className = '' }: { post: PostText; className?: string }) {
  const t = useTranslator();
  if (post.text === '') return null;
  return (
    <blockquote
      // Another text is covered again.
      key={post.text}
      dir="auto"
      lang=""
      className={`max-w-prose whitespace-pre-line wrap-anywhere ${className}`}
    >
      {groupSpoilers(splitText(post)).map(({ isSpoiler, parts }, index) => {
        const content = parts.map((part, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in place.
          <FormattedPart key={position} part={part} />
        ));
        if (!isSpoiler) return content;
        return (
          // Without a script; what is invisible is not read aloud either.
          <label
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text stay in place.
            key={index}
            className="cursor-pointer rounded-sm bg-sunken outline-1 outline-field outline-dashed has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-solid"
          >
            <input
              type="checkbox"
              autoComplete="off"
              aria-label={t('post.show_hidden_text')}
              className="peer sr-only"
            />
            <span className="invisible peer-checked:visible">{content}</span>
          </label>
        );
      })}
    </blockquote>
  );
}

function FormattedPart({ part: { text, styles, link } }: { part: TextPart }) {
  const t = useTranslator();
  const content = styles.includes('sticker') ? `[${t('post.sticker')}]` : text;
  const linked =
    link === null ? (
      content
    ) : (
      <a
        href={link}
        rel="noreferrer nofollow"
        dir={text === link ? 'ltr' : 'auto'}
        className="text-accent underline underline-offset-4"
      >
        {content}
      </a>
    );
  return styleElements.reduce<ReactNode>(
    (inner, [style, Element]) => (styles.includes(style) ? <Element key={style}>{inner}</Element> : inner),
    linked,
  );
}
