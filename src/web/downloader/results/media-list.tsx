import { type Ref, useId } from 'react';
import { useTranslator } from '../../translator.tsx';
import { mediaLabel, sourceLabel } from '../media/format-media.ts';
import { groupMedia } from '../media/group-media.ts';
import { useWebShareSupport } from '../media/web-share.ts';
import { ExpandThread } from './expand-thread.tsx';
import { MediaCard } from './media-card.tsx';
import { usePostFilesContext } from './post-files.ts';
import { ThreadsPostHeader } from './threads-post-header.tsx';
import { ZipItemCheckbox, ZipPanel } from './zip-panel.tsx';
import { useZipSelection } from './zip-selection.ts';

/** The post above its files, and the progress of downloads for screen readers. */
export function PostSummary() {
  const { found, downloads } = usePostFilesContext();
  return (
    <>
      {found.post && <ThreadsPostHeader post={found.post} />}
      {found.post && <ExpandThread post={found.post} />}
      <p role="status" className="sr-only">
        {downloads.announcement}
      </p>
    </>
  );
}

export function MediaList({ label, ref }: { label?: string; ref?: Ref<HTMLElement> }) {
  const t = useTranslator();
  const { found, qualities } = usePostFilesContext();
  const groups = groupMedia(qualities);
  const items = groups.flatMap((group) => group.items);
  const selection = useZipSelection(items.map(({ id }) => id));
  const formId = useId();
  const { isOnlyWay } = useWebShareSupport();
  // A ZIP is too large to share, and links to files do not work there.
  const zipUrl = isOnlyWay ? undefined : found.zipUrl;
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={label}
      className="grid min-w-0 grid-cols-1 gap-8 rounded-lg lg:col-start-1"
    >
      {found.zipUrl && isOnlyWay && <p className="text-muted">{t('zip.impossible')}</p>}
      {zipUrl && <ZipPanel formId={formId} zipUrl={zipUrl} items={items} selection={selection} />}
      {groups.map((group) => {
        const title = sourceLabel(t, group.source);
        return (
          <section key={group.key}>
            {title && <h3 className="mb-3 font-semibold text-muted">{title}</h3>}
            <ul className="grid grid-cols-1 gap-4">
              {group.items.map((item) => (
                <MediaCard
                  key={item.id}
                  item={item}
                  zipCheckbox={
                    zipUrl && (
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
    </section>
  );
}
