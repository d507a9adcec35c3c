import { fileCheckpoints, type ReadableCheckpointSink } from '../../evidence/checkpoint-files.ts';
import { commandErrors } from '../in-flags.ts';

/** The checkpoints of a directory. A misspelt one would check nothing, or begin another chain. @throws ConfigurationError */
export async function checkpointsIn(directory: string, command: string): Promise<ReadableCheckpointSink> {
  const { wrong, refuse } = commandErrors(command);
  const sink = fileCheckpoints({ directory });
  const latest = await sink
    .latest()
    .catch(refuse('--checkpoints', 'cannot be read: name a directory of fileCheckpoints'));
  if (!latest) throw wrong('--checkpoints', 'holds no checkpoint: name the directory that your worker writes to');
  return sink;
}
