// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title acp-registry: which capability package was published under which name, by whom, and where its bytes are
/// @notice A record is `{cap_uri, semver, cid, sha256}` with the publisher's address and the author's DID. It is written once
/// and never overwritten. The first publisher of a name owns it until the next owner takes it over. Nobody is above that: there
/// is no administrator, no fee, no upgrade and no way to remove anything.
/// @dev The bytes of a package are not here, and no signature is checked here: who reads a record fetches the file by its CID and
/// verifies it against the hash, the signature and the author. Every input is bounded in length and in its characters.
contract AcpRegistry {
    /// @notice A published version as it is told. `author` is the DID that was the name's author at the time.
    struct Record {
        string semver;
        string cid;
        bytes32 sha256;
        string author;
        address publisher;
        uint64 publishedAt;
        bool yanked;
        string yankReason;
    }

    /// @notice A name as it is told. `offeredTo` may take it over; zero where nobody may.
    struct NameInfo {
        address owner;
        address offeredTo;
        string author;
        uint256 versions;
        uint256 up;
        uint256 down;
    }

    struct Version {
        address publisher;
        uint48 publishedAt;
        uint32 author;
        bool yanked;
        bytes32 sha256;
        string semver;
        string cid;
        string yankReason;
    }

    struct Name {
        address owner;
        uint48 up;
        uint48 down;
        address offeredTo;
        string[] authors;
        bytes32[] versions;
        mapping(bytes32 semverHash => Version) byVersion;
        mapping(address voter => int8) votes;
    }

    /// @notice A version was published: the four fields of the profile, with who published it and the author they name.
    event Published(
        bytes32 indexed capId,
        address indexed publisher,
        string capUri,
        string semver,
        string cid,
        bytes32 sha256,
        string author
    );
    /// @notice A version should not be installed any more. Its record stays.
    event Yanked(bytes32 indexed capId, string capUri, string semver, string reason);
    /// @notice The owner offers a name to an address; to zero, an offer is taken back.
    event NameOffered(bytes32 indexed capId, address indexed owner, address indexed offeredTo, string capUri);
    /// @notice Who a name was offered to took it over, and is or names the author of the versions to come.
    event NameTransferred(
        bytes32 indexed capId,
        address indexed from,
        address indexed to,
        string capUri,
        string author
    );
    /// @notice An address voted on a capability: 1, -1, or 0 for a vote taken back. It replaces what it said before.
    event Voted(bytes32 indexed capId, address indexed voter, string capUri, int8 vote);
    /// @notice An address states that it knew a root at the time of this block.
    event Anchored(address indexed by, bytes32 indexed root);

    error InvalidCapUri();
    error InvalidSemver();
    error InvalidCid();
    error InvalidSha256();
    error InvalidAuthor();
    error InvalidReason();
    error InvalidVote();
    error InvalidRoot();
    error UnknownName();
    error UnknownVersion();
    error NotOwner(address owner);
    error NotOffered(address offeredTo);
    error OtherAuthor(string author);
    error VersionExists();
    error AlreadyYanked();
    error SameVote();
    error AlreadyAnchored(uint256 since);

    /// @notice What this contract is, so that a program can tell that it was given the right address.
    string public constant KIND = "acp-registry/1";

    uint256 private constant MAX_NAME = 63;
    uint256 private constant MAX_SEMVER = 64;
    uint256 private constant MIN_CID = 8;
    uint256 private constant MAX_CID = 128;
    uint256 private constant MAX_AUTHOR = 256;
    uint256 private constant MAX_REASON = 280;
    bytes13 private constant CAP_PREFIX = "did:nuwa:cap:";
    bytes4 private constant DID_PREFIX = "did:";

    mapping(bytes32 capId => Name) private names;
    mapping(address by => mapping(bytes32 root => uint256)) private anchors;

    /// @notice Publishes a version. The first one of a name makes the caller its owner and `author` its author; later ones come
    /// from the owner and name the same author.
    /// @param capUri `did:nuwa:cap:<name>`, without a version; the name is `[a-z][a-z0-9_-]{0,62}`
    /// @param semver a version by SemVer 2.0.0, at most 64 characters
    /// @param cid the CID of the file, 8 to 128 letters and digits
    /// @param sha256Hash SHA-256 of the published bytes, not zero
    /// @param author the DID that signed the file, at most 256 characters
    function publish(
        string calldata capUri,
        string calldata semver,
        string calldata cid,
        bytes32 sha256Hash,
        string calldata author
    ) external {
        if (!_isCapUri(bytes(capUri))) revert InvalidCapUri();
        if (!_isSemver(bytes(semver))) revert InvalidSemver();
        if (!_isCid(bytes(cid))) revert InvalidCid();
        if (sha256Hash == 0) revert InvalidSha256();

        bytes32 capId = keccak256(bytes(capUri));
        Name storage name = names[capId];
        if (name.owner == address(0)) {
            if (!_isDid(bytes(author))) revert InvalidAuthor();
            name.owner = msg.sender;
            name.authors.push(author);
        } else {
            if (name.owner != msg.sender) revert NotOwner(name.owner);
            string storage known = name.authors[name.authors.length - 1];
            if (keccak256(bytes(known)) != keccak256(bytes(author))) revert OtherAuthor(known);
        }

        bytes32 semverHash = keccak256(bytes(semver));
        Version storage version = name.byVersion[semverHash];
        if (version.publisher != address(0)) revert VersionExists();
        name.versions.push(semverHash);
        version.publisher = msg.sender;
        version.publishedAt = uint48(block.timestamp);
        version.author = uint32(name.authors.length - 1);
        version.sha256 = sha256Hash;
        version.semver = semver;
        version.cid = cid;
        emit Published(capId, msg.sender, capUri, semver, cid, sha256Hash, author);
    }

    /// @notice Marks a version as one that should not be installed any more, for good.
    /// @param reason shown to people, 1 to 280 bytes
    function yank(string calldata capUri, string calldata semver, string calldata reason) external {
        (bytes32 capId, Name storage name) = _owned(capUri);
        Version storage version = _version(name, semver);
        if (version.yanked) revert AlreadyYanked();
        if (bytes(reason).length == 0 || bytes(reason).length > MAX_REASON) revert InvalidReason();
        version.yanked = true;
        version.yankReason = reason;
        emit Yanked(capId, capUri, semver, reason);
    }

    /// @notice Offers a name to an address, in place of an earlier offer. The name changes hands only when that address accepts.
    /// An owner who wants to name another author offers it to themselves.
    function offerName(string calldata capUri, address to) external {
        (bytes32 capId, Name storage name) = _owned(capUri);
        name.offeredTo = to;
        emit NameOffered(capId, msg.sender, to, capUri);
    }

    /// @notice Takes a name over that was offered to the caller.
    /// @param author the DID that signs the versions to come
    function acceptName(string calldata capUri, string calldata author) external {
        (bytes32 capId, Name storage name) = _known(capUri);
        if (name.offeredTo != msg.sender) revert NotOffered(name.offeredTo);
        if (!_isDid(bytes(author))) revert InvalidAuthor();
        address from = name.owner;
        name.owner = msg.sender;
        name.offeredTo = address(0);
        if (keccak256(bytes(name.authors[name.authors.length - 1])) != keccak256(bytes(author)))
            name.authors.push(author);
        emit NameTransferred(capId, from, msg.sender, capUri, author);
    }

    /// @notice Votes on a capability: 1 for it, -1 against it, 0 to take the vote back. Each address has one vote.
    function vote(string calldata capUri, int8 value) external {
        if (value < -1 || value > 1) revert InvalidVote();
        (bytes32 capId, Name storage name) = _known(capUri);
        int8 before = name.votes[msg.sender];
        if (before == value) revert SameVote();
        if (before == 1) --name.up;
        else if (before == -1) --name.down;
        if (value == 1) ++name.up;
        else if (value == -1) ++name.down;
        name.votes[msg.sender] = value;
        emit Voted(capId, msg.sender, capUri, value);
    }

    /// @notice States that the caller knows `root` now, such as the digest of a state. Says nothing about what it stands for.
    function anchor(bytes32 root) external {
        if (root == 0) revert InvalidRoot();
        uint256 since = anchors[msg.sender][root];
        if (since != 0) revert AlreadyAnchored(since);
        anchors[msg.sender][root] = block.timestamp;
        emit Anchored(msg.sender, root);
    }

    /// @notice The record of a version. Reverts with `UnknownName` or `UnknownVersion`.
    function record(string calldata capUri, string calldata semver) external view returns (Record memory) {
        (, Name storage name) = _known(capUri);
        return _told(name, _version(name, semver));
    }

    /// @notice A name with its owner, author, number of versions and tally. Reverts with `UnknownName`.
    function nameInfo(string calldata capUri) external view returns (NameInfo memory) {
        (, Name storage name) = _known(capUri);
        return
            NameInfo({
                owner: name.owner,
                offeredTo: name.offeredTo,
                author: name.authors[name.authors.length - 1],
                versions: name.versions.length,
                up: name.up,
                down: name.down
            });
    }

    /// @notice The owner of a name; zero where nobody published it yet.
    function owner(string calldata capUri) external view returns (address) {
        return names[keccak256(bytes(capUri))].owner;
    }

    /// @notice How many addresses are for a capability and how many against it.
    function tally(string calldata capUri) external view returns (uint256 up, uint256 down) {
        Name storage name = names[keccak256(bytes(capUri))];
        return (name.up, name.down);
    }

    /// @notice What an address voted on a capability; 0 where it did not.
    function voteOf(string calldata capUri, address voter) external view returns (int8) {
        return names[keccak256(bytes(capUri))].votes[voter];
    }

    /// @notice How many versions of a name were published.
    function versionCount(string calldata capUri) external view returns (uint256) {
        return names[keccak256(bytes(capUri))].versions.length;
    }

    /// @notice Records of a name in the order of publication, from number `from` (the first is 0), at most `limit` of them.
    function records(string calldata capUri, uint256 from, uint256 limit)
        external
        view
        returns (Record[] memory page)
    {
        Name storage name = names[keccak256(bytes(capUri))];
        uint256 count = name.versions.length;
        uint256 rest = from < count ? count - from : 0;
        page = new Record[](limit < rest ? limit : rest);
        for (uint256 i = 0; i < page.length; ++i)
            page[i] = _told(name, name.byVersion[name.versions[from + i]]);
    }

    /// @notice When an address first anchored a root, in seconds since 1970; 0 where it did not.
    function anchoredAt(address by, bytes32 root) external view returns (uint256) {
        return anchors[by][root];
    }

    function _known(string calldata capUri) private view returns (bytes32 capId, Name storage name) {
        capId = keccak256(bytes(capUri));
        name = names[capId];
        if (name.owner == address(0)) revert UnknownName();
    }

    function _owned(string calldata capUri) private view returns (bytes32 capId, Name storage name) {
        (capId, name) = _known(capUri);
        if (name.owner != msg.sender) revert NotOwner(name.owner);
    }

    function _version(Name storage name, string calldata semver) private view returns (Version storage version) {
        version = name.byVersion[keccak256(bytes(semver))];
        if (version.publisher == address(0)) revert UnknownVersion();
    }

    function _told(Name storage name, Version storage version) private view returns (Record memory) {
        return
            Record({
                semver: version.semver,
                cid: version.cid,
                sha256: version.sha256,
                author: name.authors[version.author],
                publisher: version.publisher,
                publishedAt: version.publishedAt,
                yanked: version.yanked,
                yankReason: version.yankReason
            });
    }

    function _isCapUri(bytes calldata text) private pure returns (bool) {
        uint256 start = CAP_PREFIX.length;
        if (text.length <= start || text.length > start + MAX_NAME) return false;
        if (bytes13(text[:start]) != CAP_PREFIX || !_isLower(text[start])) return false;
        for (uint256 i = start + 1; i < text.length; ++i) {
            bytes1 c = text[i];
            if (!_isLower(c) && !_isDigit(c) && c != "_" && c != "-") return false;
        }
        return true;
    }

    function _isDid(bytes calldata text) private pure returns (bool) {
        if (text.length <= DID_PREFIX.length || text.length > MAX_AUTHOR) return false;
        if (bytes4(text[:4]) != DID_PREFIX) return false;
        for (uint256 i = 4; i < text.length; ++i) if (text[i] <= 0x20 || text[i] >= 0x7f) return false;
        return true;
    }

    function _isCid(bytes calldata text) private pure returns (bool) {
        if (text.length < MIN_CID || text.length > MAX_CID) return false;
        for (uint256 i = 0; i < text.length; ++i) if (!_isAlphanumeric(text[i])) return false;
        return true;
    }

    /// @dev SemVer 2.0.0: three numbers, then identifiers of a pre-release and of a build.
    function _isSemver(bytes calldata text) private pure returns (bool) {
        if (text.length > MAX_SEMVER) return false;
        uint256 pos = 0;
        for (uint256 part = 0; part < 3; ++part) {
            if (part > 0) {
                if (pos == text.length || text[pos] != ".") return false;
                ++pos;
            }
            uint256 start = pos;
            while (pos < text.length && _isDigit(text[pos])) ++pos;
            if (pos == start || (pos > start + 1 && text[start] == "0")) return false;
        }
        if (pos < text.length && text[pos] == "-") {
            pos = _identifiers(text, pos + 1, true);
            if (pos == 0) return false;
        }
        if (pos < text.length && text[pos] == "+") {
            pos = _identifiers(text, pos + 1, false);
            if (pos == 0) return false;
        }
        return pos == text.length;
    }

    /// @dev Where the identifiers that begin at `pos` end; 0 where one is empty, or is a number of a pre-release with a leading zero.
    function _identifiers(bytes calldata text, uint256 pos, bool preRelease) private pure returns (uint256) {
        while (true) {
            uint256 start = pos;
            bool isNumber = true;
            while (pos < text.length && (_isAlphanumeric(text[pos]) || text[pos] == "-")) {
                if (!_isDigit(text[pos])) isNumber = false;
                ++pos;
            }
            if (pos == start) return 0;
            if (preRelease && isNumber && pos > start + 1 && text[start] == "0") return 0;
            if (pos == text.length || text[pos] != ".") return pos;
            ++pos;
        }
        return 0;
    }

    function _isDigit(bytes1 c) private pure returns (bool) {
        return c >= "0" && c <= "9";
    }

    function _isLower(bytes1 c) private pure returns (bool) {
        return c >= "a" && c <= "z";
    }

    function _isAlphanumeric(bytes1 c) private pure returns (bool) {
        return _isDigit(c) || _isLower(c) || (c >= "A" && c <= "Z");
    }
}
