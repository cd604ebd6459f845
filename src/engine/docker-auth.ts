// The login of the docker command for a registry, as the X-Registry-Auth header.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { jsonOf, objectOf } from '../answer.ts';
import { dockerConfigFolder, readJsonFile } from './docker-endpoint.ts';

const DOCKER_HUB = 'https://index.docker.io/v1/';
const HELPER_MS = 15_000;

/**
 * Header value for a pull from this registry ("docker.io" for Docker Hub), from config.json or the credential helper
 * that it names. Undefined: no login is stored. Never throws: a pull without a login says itself what it lacks.
 */
export async function registryAuth(
  registry: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const config = readJsonFile(join(dockerConfigFolder(env), 'config.json'));
  if (config === undefined) return undefined;
  const names =
    registry === 'docker.io'
      ? [DOCKER_HUB, 'docker.io', 'index.docker.io']
      : [registry, `https://${registry}`];
  const helpers = objectOf(config['credHelpers']);
  for (const name of names) {
    const helper = helpers?.[name] ?? config['credsStore'];
    if (typeof helper !== 'string') continue;
    const login = await askHelper(helper, name, env);
    if (login !== undefined) return encoded(login);
  }
  const auths = objectOf(config['auths']);
  for (const name of names) {
    const entry = objectOf(auths?.[name]);
    if (entry === undefined) continue;
    if (typeof entry['identitytoken'] === 'string') {
      return encoded({ identitytoken: entry['identitytoken'], serveraddress: name });
    }
    if (typeof entry['auth'] !== 'string') continue;
    const [username = '', ...password] = Buffer.from(entry['auth'], 'base64').toString('utf8').split(':');
    if (username !== '') return encoded({ username, password: password.join(':'), serveraddress: name });
  }
  return undefined;
}

function encoded(login: Readonly<Record<string, string>>): string {
  return Buffer.from(JSON.stringify(login), 'utf8').toString('base64url');
}

/** `docker-credential-NAME get`, the server on stdin (docker/docker-credential-helpers). */
function askHelper(
  helper: string,
  server: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(helper)) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const child = execFile(
      `docker-credential-${helper}`,
      ['get'],
      { env: { ...env } as NodeJS.ProcessEnv, timeout: HELPER_MS, maxBuffer: 1024 * 1024 },
      (error, stdout) => {
        const answer = error === null ? objectOf(jsonOf(stdout)) : undefined;
        const { Username: user, Secret: secret } = answer ?? {};
        if (typeof user !== 'string' || typeof secret !== 'string') return resolve(undefined);
        // A token instead of a password has this name (docker/cli credentials store).
        if (user === '<token>') return resolve({ identitytoken: secret, serveraddress: server });
        resolve({ username: user, password: secret, serveraddress: server });
      },
    );
    child.stdin?.on('error', () => {});
    child.stdin?.end(server);
  });
}
