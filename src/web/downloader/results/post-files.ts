import { createContext, useContext } from 'react';
import type { Quality } from '#extraction/contract.ts';
import type { ProofOfWorkChallenge } from '#verification/contract.ts';
import { useTranslator } from '../../translator.tsx';
import { useToast } from '../../ui/toast/toast-provider.tsx';
import type { ExtractedMedia } from '../downloader-state.ts';
import { countMediaItems, qualityKey } from '../media/group-media.ts';
import { type Downloads, useDownloads } from '../save/use-downloads.ts';
import { useFileSizes } from '../save/use-file-sizes.ts';
import { useScheduledRenewal } from '../save/use-scheduled-renewal.ts';
import { createPostFileNames } from '../settings/file-names.ts';
import type { DownloaderControls } from '../use-downloader.ts';
import type { ProofOfWorkState } from '../verification/proof-of-work.ts';
import {
  addProofToken,
  isProofDone,
  ProofOfWorkContext,
  useProofOfWork,
  useUnlockedQualities,
} from '../verification/use-proof-of-work.ts';

export type PostControls = Pick<DownloaderControls, 'renew' | 'expandThread' | 'setDownloading'>;

/** The files of one post, and what can be done with them. */
export interface PostFiles extends PostControls {
  found: ExtractedMedia;
  /** With the proof token in their URLs. */
  qualities: Quality[];
  proof: ProofOfWorkState;
  isProved: boolean;
  /** Whether the sum and the proof are done. */
  isUnlocked: boolean;
  /** Asks for the sum, unless only the proof is missing: the verification card already shows that. */
  requireVerification(): void;
  retryProof(): void;
  downloads: Downloads;
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

export function usePostFiles(
  found: ExtractedMedia,
  isVerified: boolean,
  controls: PostControls,
  initialChallenge: ProofOfWorkChallenge | null,
): PostFiles {
  const t = useTranslator();
  const toast = useToast();
  const proofClient = useContext(ProofOfWorkContext);
  const { renew, expandThread, setDownloading } = controls;
  const proof = useProofOfWork(initialChallenge);
  const qualities = useUnlockedQualities(found.qualities, proof);
  const names = createPostFileNames(found.post, countMediaItems(found.qualities));
  const downloads = useDownloads(async (quality) => addProofToken(await renew(quality), proofClient), names);
  const sizes = useFileSizes(found.qualities);
  useScheduledRenewal(found.qualities, renew);
  const isProved = isProofDone(proof, initialChallenge);

  return {
    found,
    qualities,
    proof,
    isProved,
    isUnlocked: isVerified && isProved,
    requireVerification() {
      if (isVerified) return;
      toast({
        tone: 'destructive',
        title: t('toast.required.title'),
        description: t('toast.required.description'),
      });
      const answer = document.getElementById('answer');
      answer?.focus({ preventScroll: true });
      answer?.scrollIntoView({ block: 'center' });
    },
    retryProof: () => void renew(qualities[0] as Quality),
    downloads,
    getBytes: (quality) => quality.bytes ?? sizes.get(qualityKey(quality)) ?? null,
    remember: names.remember,
    renew,
    expandThread,
    setDownloading,
  };
}
