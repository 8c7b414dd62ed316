import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { languageOf } from '#/http/request-headers.ts';
import { html } from '#/lib/html.ts';
import { createJsonRpc } from '#/lib/json-rpc.ts';
import type { Services } from '#/services.ts';
import { sendPage } from './sandbox-pages.ts';

const hash = z.string().regex(/^0x[0-9a-f]{64}$/i);
const transaction = z.object({ from: z.string(), to: z.string().nullable(), value: z.string() }).nullable();
const receipt = z
  .object({
    status: z.enum(['0x0', '0x1']),
    blockNumber: z.string(),
    logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()) })),
  })
  .nullable();

/** The event of an ERC-721 token that changes hands. */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const weiPerCoin = 1e18;

const words = {
  en_US: {
    title: 'A transaction of the local chain',
    unknown: 'The chain of this server has no such transaction. It may have been started anew.',
    away: 'The chain of this server does not answer. npm run dev:chain starts it.',
    states: { waiting: 'Waiting for a block', done: 'Done', undone: 'Undone by the chain' },
    state: 'State',
    block: 'Block',
    from: 'From',
    to: 'To',
    coins: 'Coins',
    token: 'NFT',
    owner: 'Owner of the NFT',
  },
  zh_TW: {
    title: '本機區塊鏈的交易',
    unknown: '這台伺服器的區塊鏈上沒有這筆交易，可能已經重新啟動過。',
    away: '這台伺服器的區塊鏈沒有回應，請用 npm run dev:chain 啟動。',
    states: { waiting: '等待打包', done: '完成', undone: '已被區塊鏈取消' },
    state: '狀態',
    block: '區塊',
    from: '從',
    to: '到',
    coins: '幣',
    token: 'NFT',
    owner: 'NFT 擁有者',
  },
} as const;

/**
 * Shows a transaction of the chain that `npm run dev:chain` runs, at the address to which links of pieces and test coins lead
 * there: no public explorer knows that chain.
 */
export function chainExplorerRoutes(
  server: FastifyInstance,
  { settings, log }: Pick<Services, 'settings' | 'log'>,
): void {
  server.get('/dev/chain/tx/:hash', async (request, reply) => {
    const language = languageOf(request.headers['accept-language'] ?? '');
    const say = words[language];
    const asked = z.object({ hash }).safeParse(request.params);
    const found = asked.success ? await findTransaction(asked.data.hash).catch(() => 'away' as const) : undefined;
    if (found === undefined || found === 'away') {
      reply.code(found === 'away' ? 503 : 404);
      const text = found === 'away' ? say.away : say.unknown;
      return sendPage(reply, {
        title: say.title,
        body: html`<h1>${say.title}</h1>
          <p>${text}</p>`,
        language,
      });
    }
    const rows: readonly (readonly [string, string])[] = [
      [say.state, say.states[found.state]],
      ...(found.block === undefined ? [] : [[say.block, String(found.block)] as const]),
      [say.from, found.from],
      ...(found.to === null ? [] : [[say.to, found.to] as const]),
      ...(found.coins > 0 ? [[say.coins, String(found.coins)] as const] : []),
      ...found.tokens.flatMap(({ id, owner }) => [[say.token, id] as const, [say.owner, owner] as const]),
    ];
    const body = html`<h1>${say.title}</h1>
      <dl>
        ${rows.map(
          ([label, value]) =>
            html`<dt>${label}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>`;
    return sendPage(reply, { title: say.title, body, language });
  });

  async function findTransaction(asked: string) {
    const { chainRpcUrl: url } = settings;
    if (url === undefined) return undefined;
    const ask = (method: string) => createJsonRpc({ url, log })(method, [asked]);
    const sent = transaction.parse(await ask('eth_getTransactionByHash'));
    if (!sent) return undefined;
    const mined = receipt.parse(await ask('eth_getTransactionReceipt'));
    return {
      from: sent.from,
      to: sent.to,
      coins: Number(sent.value) / weiPerCoin,
      state: mined ? (mined.status === '0x1' ? ('done' as const) : ('undone' as const)) : ('waiting' as const),
      block: mined ? Number(mined.blockNumber) : undefined,
      tokens: (mined?.logs ?? []).flatMap(({ topics: [event, , to, id] }) =>
        event === transfer && to && id ? [{ id: BigInt(id).toString(), owner: `0x${to.slice(-40)}` }] : [],
      ),
    };
  }
}
