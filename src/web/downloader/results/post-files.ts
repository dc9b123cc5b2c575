import { createContext, useContext } from 'react';
import type { Quality } from '#extraction/contract.ts';
import type { Conversion } from '#media/contract.ts';
import type { ProofOfWorkChallenge } from '#verification/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import { countMediaItems, type MediaItemFiles, qualityKey, sumSizes } from '../media/group-media.ts';
import type { ExtractedMedia } from '../post-state.ts';
import { type DownloadJob, mediaFileJob } from '../save/download-job.ts';
import { useDownloads } from '../save/use-downloads.ts';
import { useFileHeads } from '../save/use-file-heads.ts';
import { useScheduledRenewal } from '../save/use-scheduled-renewal.ts';
import { createPostFileNames } from '../settings/file-names.ts';
import { useSettings } from '../settings/settings-store.ts';
import type { DownloaderControls } from '../use-downloader.ts';
import {
  addProofToken,
  isProofDone,
  ProofOfWorkContext,
  useProofOfWork,
  useUnlockedQualities,
} from '../verification/use-proof-of-work.ts';
import { useThreadExpansion } from '../words/expand-thread.tsx';
import { postFileName } from '../words/post-text.ts';
import { focusBar } from './action-bar.tsx';

export type PostControls = Pick<DownloaderControls, 'renew' | 'renewZip' | 'expandThread'>;

export type PostFiles = ReturnType<typeof usePostFiles>;

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
    focusBar();
  };
}

/** The files of one post, and what can be done with them. */
export function usePostFiles(
  found: ExtractedMedia,
  isVerified: boolean,
  { renew, renewZip, expandThread }: PostControls,
  initialChallenge: ProofOfWorkChallenge | null,
) {
  const t = useTranslator();
  const requireVerification = useRequireVerification();
  const proofClient = useContext(ProofOfWorkContext);
  const { template } = useSettings().settings;
  const proof = useProofOfWork(initialChallenge);
  const qualities = useUnlockedQualities(found.qualities, proof);
  const names = createPostFileNames(found.post, countMediaItems(found.qualities));
  const thread = useThreadExpansion(found.post, { onMedia: expandThread });
  const downloads = useDownloads(names.remember);
  const heads = useFileHeads(found.qualities);
  useScheduledRenewal(found.qualities, renew);
  const isProved = isProofDone(proof, initialChallenge);
  const getHead = (quality: Quality) => heads.get(qualityKey(quality));
  const getBytes = (quality: Quality) => quality.bytes ?? getHead(quality)?.bytes ?? null;
  const getFormat = (quality: Quality) => getHead(quality)?.format ?? quality.format;
  const { post, zipUrl } = found;

  const zipJob = (items: readonly MediaItemFiles[]): DownloadJob | null => {
    if (!zipUrl || !post) return null;
    const query = new URLSearchParams({ items: items.map(({ best }) => best.index).join() });
    if ('token' in proof && proof.token !== null) query.set('pass', proof.token);
    if (template !== '') query.set('name', template);
    const sizes = items.map(({ best }) => getBytes(best));
    const url = `${zipUrl}?${query}`;
    return {
      key: 'zip',
      name: t('zip.files', { count: items.length }),
      format: 'ZIP',
      url,
      browserUrl: url,
      bytes: sumSizes(sizes),
      isPhoto: false,
      async renewUrl() {
        const fresh = await renewZip();
        const settled = await proofClient.whenSettled();
        if ('token' in settled && settled.token !== null) query.set('pass', settled.token);
        return fresh && `${fresh}?${query}`;
      },
      fileName: () => postFileName(post, 'zip'),
    };
  };

  return {
    found,
    thread,
    /** With the proof token in their URLs. */
    qualities,
    proof,
    /** Whether the sum and the proof are done. */
    isUnlocked: isVerified && isProved,
    /** Asks for the sum, unless only the proof is missing: the verification bar already shows that. */
    requireVerification() {
      if (!isVerified) requireVerification();
    },
    retryProof: () => void renew(qualities[0] as Quality),
    downloads,
    fileJob: (quality: Quality, as: Conversion | null = null) =>
      mediaFileJob(
        t,
        { quality, format: as?.toUpperCase() ?? getFormat(quality), as },
        async (expired) => addProofToken(await renew(expired), proofClient),
        names,
      ),
    /** null if the post has no ZIP. */
    zipJob,
    getBytes,
    getFormat,
    ...names,
    renew,
  };
}
