import { Button } from '../ui/button.tsx';
import type { ProofState } from './proof-keeper.ts';

/** Says where the browser's work was not taken, and begins it anew. */
export function ProofFault({ proof, onAgain }: { proof: ProofState; onAgain: () => void }) {
  if (proof.phase !== 'failed') return null;
  return (
    <div role="alert" className="mt-3">
      <p className="text-sm font-semibold text-accent">{proof.words.failed}</p>
      <Button variant="quiet" onClick={onAgain} className="mt-2">
        {proof.words.again}
      </Button>
    </div>
  );
}
