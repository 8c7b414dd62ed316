import { connect } from 'node:tls';
import { issueProbeToken, probeHeader } from '#/config/probe-token.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Arrival } from '#/http/health.ts';
import { CannotKnow, type Check, checkBySettings, counted, reasonOf } from './check.ts';
import { askHealth, off, parseHealth, patienceMs, publicUrlOf } from './public-address.ts';

const reached = checkBySettings(
  {
    id: 'address-reached',
    group: 'address',
    what: 'PUBLIC_URL',
    why: 'Fans, mails and hosts use this address.',
    outcomes: {
      off,
      reached: { state: 'ok', found: '{url} leads to the server.' },
      away: {
        state: 'wrong',
        found: '{url} does not answer: {reason}.',
        advice: 'Check the name in the DNS, the firewall, and that nginx and a replica run.',
      },
      other: {
        state: 'wrong',
        found: '{url} is answered by something else, with status {status}.',
        advice: 'Let the proxy hand all paths on to the server, and follow no redirect to another name.',
      },
    },
  },
  async ({ environment, settings }) => {
    const url = publicUrlOf(environment, settings);
    if (url === undefined) return { outcome: 'off' };
    try {
      const { status, body } = await askHealth(url);
      return parseHealth(body) ? { outcome: 'reached', url } : { outcome: 'other', url, status };
    } catch (error) {
      return { outcome: 'away', url, reason: reasonOf(error) };
    }
  },
);

const dayMs = 24 * 60 * 60_000;
const fewestDays = 14;

type Certificate = { readonly until: Date; readonly fault: string | undefined };

function readCertificate(url: URL): Promise<Certificate> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
    const options = {
      host,
      port: Number(url.port || 443),
      rejectUnauthorized: false,
      timeout: patienceMs,
      ...servername,
    };
    const socket = connect(options, () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      const { authorizationError: fault } = socket;
      resolve({ until: new Date(validTo), fault: fault ? String(fault) : undefined });
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('no answer in time')));
  });
}

const certificate = checkBySettings(
  {
    id: 'certificate',
    group: 'address',
    what: 'Certificate',
    why: 'Browsers open the page only with a certificate that they trust and that has not expired.',
    outcomes: {
      off: { state: 'off', found: 'PUBLIC_URL is not https.' },
      lasts: { state: 'ok', found: 'It is trusted, and lasts {days}.' },
      soon: {
        state: 'wrong',
        found: 'It expires in {days}, at {until}.',
        advice: 'Renew it, reload nginx, and see why that does not happen by itself.',
      },
      expired: { state: 'wrong', found: 'It expired at {until}.', advice: 'Renew it, and reload nginx.' },
      untrusted: {
        state: 'wrong',
        found: 'Browsers do not trust it: {fault}.',
        advice: 'Install one for this very name, with the whole chain (fullchain.pem).',
      },
    },
  },
  async ({ settings: { publicUrl }, now }) => {
    if (!publicUrl.startsWith('https:')) return { outcome: 'off' };
    const { until, fault } = await readCertificate(new URL(publicUrl));
    const days = Math.floor((until.getTime() - now().getTime()) / dayMs);
    const values = { days: counted(days, 'day'), until: until.toISOString() };
    if (until < now()) return { outcome: 'expired', ...values };
    if (fault !== undefined) return { outcome: 'untrusted', fault };
    return { outcome: days < fewestDays ? 'soon' : 'lasts', ...values };
  },
);

/** An address for examples (RFC 5737), which no fan has. */
const invented = '203.0.113.195';

/** Judges by which address the server would count a fan. */
function judgeArrival({ address, from, forwardedFor }: Arrival, isHttps: boolean): 'own' | 'believed' | 'proxy' {
  if (address === invented) return 'believed';
  const byProxies = forwardedFor.split(',').flatMap((one) => (['', invented].includes(one.trim()) ? [] : [one.trim()]));
  if (byProxies.includes(address)) return 'own';
  // The server itself speaks no TLS, so that a proxy stands in front where the address is https.
  return address === from && (byProxies.length > 0 || isHttps) ? 'proxy' : 'own';
}

const fanAddress = checkBySettings(
  {
    id: 'fan-address',
    group: 'address',
    what: 'Address of a fan',
    why: 'Rates and claim limits count by the address of a fan.',
    outcomes: {
      off,
      own: { state: 'ok', found: 'This machine is seen as {address}.' },
      believed: {
        state: 'wrong',
        found: 'The server believes an address that a fan writes into X-Forwarded-For.',
        advice: 'Lower TRUST_PROXY to the number of your proxies, and let the outermost one overwrite X-Forwarded-For.',
      },
      proxy: {
        state: 'wrong',
        found: 'Every fan is seen as {address}, which is the proxy.',
        advice: 'Set TRUST_PROXY to the number of your proxies, and X-Forwarded-For in each of them.',
      },
      stranger: {
        state: 'unknown',
        found: 'What answers has another SERVER_SECRET or release than these settings.',
        advice: 'Run the doctor with the settings of the servers: another SERVER_SECRET signs fans out at random.',
      },
    },
  },
  async ({ environment, settings, now }) => {
    const url = publicUrlOf(environment, settings);
    if (url === undefined) return { outcome: 'off' };
    const token = issueProbeToken(createServerKeys(settings.serverSecret), now());
    const { body } = await askHealth(url, { [probeHeader]: token, 'x-forwarded-for': invented });
    const health = parseHealth(body);
    if (!health) throw new CannotKnow('PUBLIC_URL does not lead to the server.');
    if (!health.arrived) return { outcome: 'stranger' };
    return { outcome: judgeArrival(health.arrived, settings.secureOrigin), address: health.arrived.address };
  },
);

export const addressChecks: readonly Check[] = [reached, certificate, fanAddress];
