import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { listProcesses, openSockets, type ProcessInfo } from './processes.ts';

/** Who listens on a port of this machine. */
export type PortOwner =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'ours'; readonly process: ProcessInfo }
  | { readonly kind: 'foreign'; readonly process: ProcessInfo }
  /** Somebody, or the question itself cannot be answered here. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Finds the owner of 127.0.0.1:port through /proc/net/tcp{,6} and the descriptors of processes. */
export function portOwner(port: number, isOurs: (process: ProcessInfo) => boolean): PortOwner {
  const inodes = listeningInodes(port);
  if (inodes === undefined) return { kind: 'unknown', reason: '/proc/net/tcp cannot be read' };
  if (inodes.size === 0) return { kind: 'nobody' };
  const processes = listProcesses();
  const ours = holders(processes.filter(isOurs), inodes);
  const [mine] = ours;
  // Two processes can share a port (SO_REUSEPORT): ours only when every listening socket is ours.
  if (mine !== undefined && heldBy(ours, inodes)) return { kind: 'ours', process: mine };
  const [foreign] = holders(
    processes.filter((one) => !isOurs(one)),
    inodes,
  );
  if (foreign !== undefined) return { kind: 'foreign', process: foreign };
  if (mine !== undefined) return { kind: 'ours', process: mine };
  return { kind: 'unknown', reason: 'the listening process belongs to another user or container' };
}

/** A port on the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('a listening socket has no port');
  return address.port;
}

/** True when 127.0.0.1:port can be bound now. */
export async function canBind(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: '127.0.0.1', exclusive: true }, resolve);
    });
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

const LISTEN = '0A';
/** Addresses on which a listener answers 127.0.0.1, as /proc/net prints them (little-endian words). */
const LOOPBACK_REACHED_BY: readonly string[] = [
  '0100007F',
  '00000000',
  '00000000000000000000000000000000',
  '0000000000000000FFFF00000100007F',
];

function listeningInodes(port: number): ReadonlySet<string> | undefined {
  const inodes = new Set<string>();
  let readable = false;
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    let text: string;
    try {
      text = readFileSync(file, 'latin1');
    } catch {
      continue;
    }
    readable = true;
    for (const line of text.split('\n').slice(1)) {
      const fields = line.trim().split(/\s+/);
      const [address, portHex] = (fields[1] ?? '').split(':');
      const inode = fields[9];
      if (fields[3] !== LISTEN || inode === undefined || Number.parseInt(portHex ?? '', 16) !== port)
        continue;
      if (LOOPBACK_REACHED_BY.includes(address ?? '')) inodes.add(inode);
    }
  }
  return readable ? inodes : undefined;
}

function holders(candidates: readonly ProcessInfo[], inodes: ReadonlySet<string>): readonly ProcessInfo[] {
  return candidates.filter((candidate) => {
    const sockets = openSockets(candidate.pid);
    return sockets !== undefined && [...inodes].some((inode) => sockets.has(inode));
  });
}

/** Every listening socket is held by one of these: nobody else shares the port. */
function heldBy(owners: readonly ProcessInfo[], inodes: ReadonlySet<string>): boolean {
  return [...inodes].every((inode) => owners.some((owner) => openSockets(owner.pid)?.has(inode) === true));
}
