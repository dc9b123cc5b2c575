import { createContext, useContext } from 'react';
import type { Quality } from '#extraction/contract.ts';
import type { Conversion } from '#media/contract.ts';
import type { ProofOfWorkChallenge } from '#verification/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import type { ExtractedMedia } from '../downloader-state.ts';
import { countMediaItems, type MediaItemFiles, qualityKey } from '../media/group-media.ts';
import { type DownloadJob, mediaFileJob } from '../save/download-job.ts';
import { type Downloads, useDownloads } from '../save/use-downloads.ts';
import { useFileSizes } from '../save/use-file-sizes.ts';
import { useScheduledRenewal } from '../save/use-scheduled-renewal.ts';
import { createPostFileNames, type PostFileNames } from '../settings/file-names.ts';
import { useSettings } from '../settings/settings-store.ts';
import type { DownloaderControls } from '../use-downloader.ts';
import type { ProofOfWorkState } from '../verification/proof-of-work.ts';
import {
  addProofToken,
  isProofDone,
  ProofOfWorkContext,
  useProofOfWork,
  useUnlockedQualities,
} from '../verification/use-proof-of-work.ts';
import { type ThreadExpansion, useThreadExpansion } from '../words/expand-thread.tsx';
import { postFileName } from '../words/post-text.ts';

export type PostControls = Pick<DownloaderControls, 'renew' | 'renewZip' | 'expandThread' | 'setDownloading'>;

/** The files of one post, and what can be done with them. */
export interface PostFiles extends Pick<PostControls, 'renew' | 'setDownloading'> {
  found: ExtractedMedia;
  thread: ThreadExpansion;
  /** With the proof token in their URLs. */
  qualities: Quality[];
  proof: ProofOfWorkState;
  isProved: boolean;
  /** Whether the sum and the proof are done. */
  isUnlocked: boolean;
  /** Asks for the sum, unless only the proof is missing: the verification bar already shows that. */
  requireVerification(): void;
  retryProof(): void;
  downloads: Downloads;
  fileJob(quality: Quality, as?: Conversion | null): DownloadJob;
  getFileName: PostFileNames['getFileName'];
  getZipEntryName: PostFileNames['getZipEntryName'];
  /** null if the post has no ZIP. */
  zipJob(items: readonly MediaItemFiles[]): DownloadJob | null;
  getBytes(quality: Quality): number | null;
  /** Stores the post in the history, if that is on. */
  remember(): void;
}

export const PostFilesContext = createContext<PostFiles | null>(null);

export function usePostFilesContext(): PostFiles {
  const files = useContext(PostFilesContext);
  if (!files) throw new Error('a component was rendered outside PostFilesContext');
  return files;
}

/** Asks for the sum: a toast says why, and the focus moves to the answer. */
export function useRequireVerification(): () => void {
  const t = useTranslator();
  const toast = useToast();
  return () => {
    toast({
      tone: 'destructive',
      title: t('toast.required.title'),
      description: t('toast.required.description'),
    });
    const answer = document.getElementById('answer');
    answer?.focus({ preventScroll: true });
    answer?.scrollIntoView({ block: 'nearest' });
  };
}

export function usePostFiles(
  found: ExtractedMedia,
  isVerified: boolean,
  controls: PostControls,
  initialChallenge: ProofOfWorkChallenge | null,
): PostFiles {
  const t = useTranslator();
  const requireVerification = useRequireVerification();
  const proofClient = useContext(ProofOfWorkContext);
  const { renew, renewZip, expandThread, setDownloading } = controls;
  const { template } = useSettings().settings;
  const proof = useProofOfWork(initialChallenge);
  const qualities = useUnlockedQualities(found.qualities, proof);
  const names = createPostFileNames(found.post, countMediaItems(found.qualities));
  const thread = useThreadExpansion(found.post, { onMedia: expandThread });
  const downloads = useDownloads(names.remember);
  const sizes = useFileSizes(found.qualities);
  useScheduledRenewal(found.qualities, renew);
  const isProved = isProofDone(proof, initialChallenge);
  const getBytes = (quality: Quality) => quality.bytes ?? sizes.get(qualityKey(quality)) ?? null;
  const { post, zipUrl } = found;

  return {
    found,
    thread,
    qualities,
    proof,
    isProved,
    isUnlocked: isVerified && isProved,
    requireVerification: () => !isVerified && requireVerification(),
    retryProof: () => void renew(qualities[0] as Quality),
    downloads,
    fileJob: (quality, as = null) =>
      mediaFileJob(
        t,
        { quality, as },
        async (expired) => addProofToken(await renew(expired), proofClient),
        names,
      ),
    zipJob(items) {
      if (!zipUrl || !post) return null;
      const query = new URLSearchParams({ items: items.map(({ best }) => best.index).join() });
      if ('token' in proof && proof.token !== null) query.set('pass', proof.token);
      if (template !== '') query.set('name', template);
      const sizeSum = items.reduce<number | null>((sum, { best }) => {
        const bytes = getBytes(best);
        return sum === null || bytes === null ? null : sum + bytes;
      }, 0);
      return {
        key: 'zip',
        name: t('zip.files', { count: items.length }),
        format: 'ZIP',
        url: `${zipUrl}?${query}`,
        browserUrl: `${zipUrl}?${query}`,
        bytes: sizeSum,
        isPhoto: false,
        async renewUrl() {
          const fresh = await renewZip();
          const settled = await proofClient.whenSettled();
          if ('token' in settled && settled.token !== null) query.set('pass', settled.token);
          return fresh && `${fresh}?${query}`;
        },
        fileName: () => postFileName(post, 'zip'),
      };
    },
    getBytes,
    getFileName: names.getFileName,
    getZipEntryName: names.getZipEntryName,
    remember: names.remember,
    renew,
    setDownloading,
  };
}
