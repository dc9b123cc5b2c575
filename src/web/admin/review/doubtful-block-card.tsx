import { useId } from 'react';
import { plainBlockText } from '#ai/block-text-contract.ts';
import { type Locale, localeTags } from '#i18n/locales.ts';
import type { TextSpan } from '#translation/assessment-contract.ts';
import type { DoubtfulBlock } from '#translation/post-review-contract.ts';
import { useTranslator } from '../../translator.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Textarea } from '../../ui/field.tsx';
import { toTypedText } from '../editor/translation/side-by-side/typed-text.ts';
import { DoubtList } from './doubt-list.tsx';
import { MarkedText } from './marked-text.tsx';

interface CardProps {
  block: DoubtfulBlock;
  from: Locale;
  to: Locale;
  action: string;
  mayEdit: boolean;
  /** Of "Fine as it is", for links. */
  buttonId: string | undefined;
  /** After a decision about another block. */
  hasFocus: boolean;
  /** The id of a text that the focused button is described by. */
  describedBy: string | undefined;
  /** What a person typed, if it was rejected. */
  typed: string | undefined;
}

/** Works without JavaScript. */
export function DoubtfulBlockCard({ block, from, to, action, mayEdit, ...focus }: CardProps) {
  const t = useTranslator();
  const id = useId();
  const { doubts, proposal } = block.assessment;
  const listSpans = (side: 'source' | 'translation') =>
    doubts.map((doubt) => doubt[side]).filter((span): span is TextSpan => span !== null);
  const identity = { to, block: block.id, hash: block.hash, digest: block.digest };
  const hiddenFields = Object.entries(identity).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ));
  return (
    <Card as="li" className="grid gap-4 p-4 sm:p-5">
      <DoubtList id={`${id}-doubts`} assessment={block.assessment} />
      <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
        <BlockText
          label={t('admin.review.original')}
          text={block.source}
          locale={from}
          spans={listSpans('source')}
        />
        <BlockText
          label={t('admin.review.translation')}
          text={block.text}
          locale={to}
          spans={listSpans('translation')}
        />
      </div>
      {proposal !== null && (
        <BlockText label={t('admin.review.proposal')} text={proposal} locale={to} spans={[]} />
      )}
      {mayEdit && (
        <>
          <form method="post" action={action} className="flex flex-wrap gap-2">
            {hiddenFields}
            <Button
              id={focus.buttonId}
              className="scroll-mt-[75vh]"
              type="submit"
              name="intent"
              value="accept"
              variant={proposal === null ? 'primary' : 'quiet'}
              autoFocus={focus.hasFocus}
              aria-describedby={[focus.describedBy, `${id}-doubts`].filter(Boolean).join(' ')}
            >
              {t('admin.review.fine')}
            </Button>
            {proposal !== null && (
              <Button type="submit" name="intent" value="proposal">
                {t('admin.review.use_proposal')}
              </Button>
            )}
          </form>
          <details open={focus.typed !== undefined}>
            <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-muted hover:text-accent">
              {t('admin.review.edit')}
            </summary>
            <form method="post" action={action} className="mt-2 grid justify-items-start gap-2">
              {hiddenFields}
              <Textarea
                name="text"
                lang={localeTags[to]}
                defaultValue={focus.typed ?? toTypedText(block.text)}
                aria-label={t('admin.review.translation')}
                rows={3}
                className="field-sizing-content resize-y"
              />
              <Button type="submit" name="intent" value="edit" variant="quiet">
                {t('admin.review.save')}
              </Button>
            </form>
          </details>
        </>
      )}
    </Card>
  );
}

interface BlockTextProps {
  label: string;
  text: string;
  locale: Locale;
  spans: readonly TextSpan[];
}

function BlockText({ label, text, locale, spans }: BlockTextProps) {
  return (
    <div className="min-w-0">
      <p className="text-xs font-semibold text-muted">{label}</p>
      <p lang={localeTags[locale]} className="mt-1 wrap-anywhere">
        <MarkedText text={plainBlockText(text)} spans={spans} />
      </p>
    </div>
  );
}
