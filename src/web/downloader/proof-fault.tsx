import { Button } from '../ui/button.tsx';
import type { ProofOfWorkState } from './proof-keeper.ts';

export function ProofErrorAlert({ proof, onRetry }: { proof: ProofOfWorkState; onRetry: () => void }) {
  if (proof.phase !== 'failed') return null;
  return (
    <div role="alert" className="mt-3">
      <p className="text-sm font-semibold text-accent">{proof.messages.failed}</p>
      <Button variant="quiet" onClick={onRetry} className="mt-2">
        {proof.messages.again}
      </Button>
    </div>
  );
}
