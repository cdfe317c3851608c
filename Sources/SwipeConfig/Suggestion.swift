/// The candidate that somebody who wrote `word` most likely meant, or `nil` where none is near.
///
/// Near is an edit distance (insert, delete, replace, swap two neighbours) of at most a third of the
/// word's length, and of at least one.
public func suggestion(for word: some StringProtocol, among candidates: some Sequence<String>)
  -> String?
{
  let letters = Array(word.lowercased().utf8.prefix(longestWord))
  let limit = max(1, letters.count / 3)
  var best: (candidate: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(letters, Array(candidate.lowercased().utf8.prefix(longestWord)))
    if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  return best?.candidate
}

/// No name of ours is longer; a megabyte of letters is not worth comparing.
private let longestWord = 64

private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        cost = min(cost, beforeLast[j - 1] + 1)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}

/// `; did you mean "x"?`, or nothing: the end of a message about a word that is not known.
public func didYouMean(_ word: some StringProtocol, among candidates: some Sequence<String>)
  -> String
{
  suggestion(for: word, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
}
