import { createTestClient, type Hex, http, parseAbi, parseEther, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { sendTransactions } from '#/modules/chain/send-transactions.ts';
import type { SendingStep } from '#/modules/chain/sending.ts';
import { mintSender, settleOrderJob } from '#/modules/shop/settle-order.ts';
import { readNftContract } from '../../scripts/nft-contract.ts';
import type { LocalChain } from './local-chain.ts';
import type { TestFan } from './given-fan.ts';
import { newWallet } from './wallet.ts';
import { createWorld, type World, type WorldOptions } from './world.ts';

/** How deep a transaction of these worlds must be. */
export const confirmations = 3;

const nftAbi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function balanceOf(address) view returns (uint256)',
  'function tokenURI(uint256) view returns (string)',
  'function mint(address, uint256)',
]);

/** Prepares a contract of NFTs on a chain, with a minter that has coins. */
export async function givenContract(chain: LocalChain) {
  const minterKey = generatePrivateKey();
  const minter = privateKeyToAccount(minterKey).address;
  await chain.client.setBalance({ address: minter, value: parseEther('1') });
  const contract = await chain.deploy(readNftContract(), ['http://localhost:3000/nft/', minter]);
  return { minterKey, minter, contract };
}

export type MintingWorld = Awaited<ReturnType<typeof createMintingWorld>>;

/** Creates a world that mints pieces on a chain. Tests run its outbox. */
export async function createMintingWorld(
  chain: LocalChain,
  { environment, ...options }: WorldOptions = {},
  given?: Awaited<ReturnType<typeof givenContract>>,
) {
  const { minterKey, minter, contract } = given ?? (await givenContract(chain));
  const world = await createWorld({
    ...options,
    environment: {
      CHAIN_RPC_URL: chain.url,
      NFT_CONTRACT: contract,
      MINTER_KEY: minterKey,
      CHAIN_CONFIRMATIONS: String(confirmations),
      ...environment,
    },
  });
  const sender = mintSender(world.services);
  if (!sender) throw new Error('The settings have a minter');
  const client = createTestClient({ mode: 'anvil', transport: http(chain.url) }).extend(publicActions);
  const once = { number: 1, last: false };

  return {
    ...world,
    contract,
    minter,
    minterKey,
    /** One run of the outbox, as the job does it. */
    send: (onStep?: (step: SendingStep) => Promise<void>) => sendTransactions(world.services, sender, onStep),
    settle: (orderId: number) => settleOrderJob(world.services).run({ orderId }, once),
    /** Mines blocks on top, so that mined transactions are deep enough. */
    confirm: () => client.mine({ blocks: confirmations }),
    ownerOf: async (tokenId: number) =>
      (
        await client.readContract({ address: contract, abi: nftAbi, functionName: 'ownerOf', args: [BigInt(tokenId)] })
      ).toLowerCase(),
    /** How many tokens an address owns. */
    balanceOf: async (address: string) =>
      Number(
        await client.readContract({
          address: contract,
          abi: nftAbi,
          functionName: 'balanceOf',
          args: [address as Hex],
        }),
      ),
    tokenUri: (tokenId: number) =>
      client.readContract({ address: contract, abi: nftAbi, functionName: 'tokenURI', args: [BigInt(tokenId)] }),
    /** Reads the mints of the database with their transactions. */
    async mints() {
      const { rows } = await world.ownerPool.query<MintedRow>(
        `SELECT m.edition_id AS "editionId", m.serial, m.token_id::int AS "tokenId", m.wallet, t.state, t.nonce::int,
          t.hash,
                (SELECT count(*)::int FROM signed_transaction s WHERE s.transaction_id = t.id) AS forms
           FROM nft_mint m JOIN chain_transaction t ON t.id = m.transaction_id ORDER BY t.id`,
      );
      return rows;
    },
    async trouble() {
      const { rows } = await world.ownerPool.query<{ trouble: string | null }>('SELECT trouble FROM chain_sender');
      return rows[0]?.trouble ?? null;
    },
    /** Turns a fan into an account that signs in by a new wallet. Returns its address in lower case. */
    async giveWallet({ id }: Pick<TestFan, 'id'>): Promise<string> {
      const wallet = newWallet().address.toLowerCase();
      await world.ownerPool.query(`UPDATE fan SET kind = 'web3', wallet_address = $2 WHERE id = $1`, [id, wallet]);
      return wallet;
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  } satisfies World & Record<string, unknown>;
}

type MintedRow = {
  readonly editionId: string;
  readonly serial: number;
  readonly tokenId: number;
  readonly wallet: string | null;
  readonly state: string;
  readonly nonce: number | null;
  readonly hash: string | null;
  readonly forms: number;
};
