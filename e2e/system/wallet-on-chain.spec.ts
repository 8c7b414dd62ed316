import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { createTestClient, type Hex, http } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { injectWallet } from '#/fixtures/injected-wallet.ts';
import { startProduct } from '#/fixtures/product.ts';
import { expect, test } from '#/fixtures/test.ts';
import { startVisits } from '#/fixtures/visit.ts';
import { WalletSheet } from '#/pages/wallet-sheet.ts';
import { refusalText } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

type LocalChain = AsyncDisposable & {
  readonly url: string;
  /** A contract that takes every signature for its own (ERC-1271), at an address of its own. */
  contractWallet(): Promise<Hex>;
};

const anvil = createRequire(import.meta.resolve('@foundry-rs/anvil/package.json'));
const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
/** The program itself: the script of the package would start it as a child that outlives it. */
const program = anvil.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/anvil`);

/** Returns 0x1626ba7e, ERC-1271's word for a good signature, whatever it is asked: PUSH4, SHL, MSTORE, RETURN. */
const takesAll = '0x631626ba7e60e01b60005260206000f3';

/** A chain of our own with the id 97, on a port of the system's choice. */
async function startLocalChain(): Promise<LocalChain> {
  const child = spawn(program, ['--chain-id', '97', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await listeningAt(child.stdout);
  const client = createTestClient({ mode: 'anvil', transport: http(url) });
  return {
    url,
    async contractWallet() {
      const address = privateKeyToAddress(generatePrivateKey());
      await client.setCode({ address, bytecode: takesAll });
      return address;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

async function listeningAt(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /Listening on (\S+)/.exec(line)?.[1];
    if (!address) continue;
    // What it says from now on is thrown away, or it would wait for a reader.
    output.resume();
    return `http://${address}`;
  }
  throw new Error('The chain ended before it listened.');
}

test('a contract wallet signs in and sees when the chain is unreachable; a key wallet needs no chain', async ({
  browser,
  language,
  theme,
  motion,
}) => {
  await using chain = await startLocalChain();
  await using product = await startProduct({ CHAIN_RPC_URL: chain.url });
  const visits = startVisits({ browser, address: product.address, look: { language, theme, motion } });
  const address = await chain.contractWallet();

  const page = await visits.anonymously();
  await injectWallet(page, { address, forges: true });
  const sheet = new WalletSheet(page, textsIn.en_US);
  await sheet.open('?next=/me');
  await sheet.choose('Test Wallet');
  await expect(page).toHaveURL('/me');
  await expect(page.getByText(`${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase())).toBeVisible();

  await chain[Symbol.asyncDispose]();
  for (const inLanguage of ['en_US', 'zh_TW'] as const) {
    const later = await visits.anonymously({ language: inLanguage, tolerates: [/status of 503/] });
    await injectWallet(later, { address, forges: true });
    const laterSheet = new WalletSheet(later, textsIn[inLanguage]);
    await laterSheet.open();
    await laterSheet.choose('Test Wallet');
    await expect(laterSheet.alert).toContainText(refusalText('CHAIN_UNAVAILABLE', inLanguage));
  }

  const byKey = await visits.anonymously();
  await injectWallet(byKey);
  const sheetByKey = new WalletSheet(byKey, textsIn.en_US);
  await sheetByKey.open('?next=/me');
  await sheetByKey.choose('Test Wallet');
  await expect(byKey).toHaveURL('/me');
  expect(await visits.end(), 'what went wrong in the browsers, unseen').toEqual([]);
});
