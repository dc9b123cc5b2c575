import { parentPort } from 'node:worker_threads';
import { type TextTask, textTasks } from './text-tasks.ts';

parentPort?.on('message', ({ name, input }: TextTask) => {
  parentPort?.postMessage(textTasks[name](input as never));
});
