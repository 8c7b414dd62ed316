// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A wallet that is a contract: it takes for its own what the key of its owner signed (ERC-1271).
contract KeyWallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address signer = ecrecover(
            hash, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])
        );
        return signer != address(0) && signer == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// Puts wallets at addresses that are known before the wallets are there (ERC-6492).
contract KeyWalletFactory {
    function deploy(address owner) external returns (address) {
        return address(new KeyWallet{salt: 0}(owner));
    }
}
