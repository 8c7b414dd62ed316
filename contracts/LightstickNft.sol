// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// Pieces of NFT editions. A token's id is its piece, so that a second mint of a piece reverts. The owner has no power over
/// pieces once they are minted.
contract LightstickNft is ERC721, Ownable {
    string private _base;

    /// @param base the address that a token's id and ".json" are added to, ending with a slash
    constructor(string memory base, address minter) ERC721("Lightstick", "STICK") Ownable(minter) {
        _base = base;
    }

    /// Not `_safeMint`, which would let the receiver's code decide whether a delivery succeeds.
    function mint(address to, uint256 tokenId) external onlyOwner {
        _mint(to, tokenId);
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        return string.concat(super.tokenURI(tokenId), ".json");
    }

    function _baseURI() internal view override returns (string memory) {
        return _base;
    }
}
