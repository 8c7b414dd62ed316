export { queueTransaction } from './queue-transaction.ts';
