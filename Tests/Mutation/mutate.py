"""Makes CommitPoint with every mutant in it, of which the environment's SWIPED_MUTANT chooses one.

    mutate.py FOLDER    writes the package into FOLDER, and the list of mutants to FOLDER/mutants.tsv

One build serves all of them. A comparison `a < b` becomes `a <…4 b`, an operator of its own with the same
precedence; a number becomes a call with the number, one more and one less in its last digit. Mutant 0 is the engine
as it is.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# An operator's name is the original's sign and its site in base 4, in characters that Swift takes for operators.
DIGITS = "†‡•§"

COMPARISONS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
}
SIGNS = {"+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "&+": ["&-"], "&-": ["&+"]}
ASSIGNMENTS = {"+=": ["-="], "-=": ["+="], "&+=": ["&-="]}

TOKEN = re.compile(
    r'(?P<skip>//.*|"(?:[^"\\]|\\.)*"|\bfunc [^\w\s]+|\$\d|\.\d+\b|\b[A-Za-z_]\w*)'
    r"|(?P<number>\b(?:0x[0-9A-Fa-f_p+-]+|\d[\d_]*(?:\.\d+)?)\b)"
    r"|(?P<infix>(?<= )(?:<=|>=|==|!=|<|>|&\+=|\+=|-=|&\+|&-|\+|-|\*|/)(?= ))"
    r"|(?P<prefix>(?<![\w)\]])-(?=[\w(]))"
)
# A list of what is concatenated has no minus: the two lines of a ring that grows.
NO_SIGN = re.compile(r"\.\.\.\] \+ ring\[|ring \+= ring")


def last_digit(number, by):
    """The number with its last digit one more or less: 1.5 → 1.6, 1.4; 0x1F is not changed by parts."""
    digits = number.replace("_", "")
    if "." in digits:
        places = len(digits.split(".")[1])
        value = round(float(digits) + by * 10**-places, places)
        return f"{value:.{places}f}"
    return str(int(digits) + by)


class Mutator:
    def __init__(self):
        self.declarations = []
        self.mutants = []
        self.sites = 0

    def add(self, file, line, column, text, old, new):
        mutated = text[: column - 1] + new + text[column - 1 + len(old) :]
        self.mutants.append((len(self.mutants) + 1, file, line, text.strip(), mutated.strip()))
        return len(self.mutants)

    def operator(self, sign):
        self.sites += 1
        number, name = self.sites, ""
        while number:
            number, digit = divmod(number, 4)
            name += DIGITS[digit]
        return sign + name

    def file(self, path):
        return "".join(
            self.line(path.name, number, line)
            for number, line in enumerate(path.read_text().splitlines(keepends=True), 1)
        )

    def line(self, file, number, text):
        def replace(match):
            where = (file, number, match.start() + 1, text)
            if match["skip"]:
                return match[0]
            if old := match["number"]:
                if re.search(r"case $", text[: match.start()]):
                    return old
                more, less = last_digit(old, 1), last_digit(old, -1)
                first = self.add(*where, old, more)
                # There is nothing below the zero of an unsigned number.
                if old == "0" and "bits" in text:
                    return f"mutable({first}, {old}, {more})"
                self.add(*where, old, less)
                return f"mutable({first}, {old}, {more}, {less})"
            if match["prefix"]:
                name = self.operator("-")
                mutant = self.add(*where, "-", "")
                self.declarations.append(
                    f"prefix operator {name}\n"
                    f"public prefix func {name}<T: Signed>(a: T) -> T {{ mutant == {mutant} ? a : -a }}")
                return name
            old = match["infix"]
            if old in "+ += - -=" and NO_SIGN.search(text):
                return old
            return self.infix(where, old)

        return TOKEN.sub(replace, text)

    def infix(self, where, old):
        name = self.operator(old.rstrip("=")) if old in ASSIGNMENTS else self.operator(old)
        if old in ASSIGNMENTS:
            name += "="
        table, precedence = next(
            (table, precedence)
            for table, precedence in [
                (COMPARISONS, "ComparisonPrecedence"), (ASSIGNMENTS, "AssignmentPrecedence"), (SIGNS, None)]
            if old in table)
        precedence = precedence or ("MultiplicationPrecedence" if old in "*/" else "AdditionPrecedence")
        mutants = [(self.add(*where, old, new), new) for new in table[old]]
        cases = "".join(f"case {mutant}: CALL(a {new} b)\n" for mutant, new in mutants)
        body = f"switch mutant {{ {cases} default: CALL(a {old} b) }}"
        lines = [f"infix operator {name}: {precedence}"]
        if old in ASSIGNMENTS:
            kind = "FixedWidthInteger" if old.startswith("&") else "Signed"
            lines.append(
                f"public func {name}<T: {kind}>(a: inout T, b: T) {{ "
                + body.replace("CALL(a &", "(a &").replace("CALL(a", "(a") + " }")
        elif old in COMPARISONS:
            kind = "Equatable" if old in ("==", "!=") else "Comparable"
            lines.append(
                f"public func {name}<T: {kind}>(a: T, b: T) -> Bool {{ {body.replace('CALL', '')} }}")
        elif old in "*/":
            for left, right in [("Double", "Double"), ("Int64", "Int64"), ("Millimetres", "Double"), ("MillimetresPerSecond", "Microseconds")]:
                if old == "/" and left not in ("Double", "Int64"):
                    continue
                result = left if left != "MillimetresPerSecond" else "Millimetres"
                lines.append(
                    f"public func {name}(a: {left}, b: {right}) -> {result} {{ {body.replace('CALL', '')} }}")
        else:
            kind = "FixedWidthInteger" if old.startswith("&") else "Signed"
            lines.append(f"public func {name}<T: {kind}>(a: T, b: T) -> T {{ {body.replace('CALL', '')} }}")
        self.declarations.append("\n".join(lines))
        return name


SUPPORT = """
import Glibc

/// The mutant that is in force, 0 for none.
public let mutant = unsafe getenv("SWIPED_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0

/// A number; with the mutant `site` one more in its last digit, with the next one less.
public func mutable<T>(
  _ site: Int, _ number: @autoclosure () -> T, _ more: @autoclosure () -> T, _ less: @autoclosure () -> T
) -> T {
  switch mutant {
  case site: more()
  case site + 1: less()
  default: number()
  }
}

/// A number that has none below it.
public func mutable<T>(_ site: Int, _ number: @autoclosure () -> T, _ more: @autoclosure () -> T) -> T {
  mutant == site ? more() : number()
}

/// What can be added and taken away.
public protocol Signed {
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func += (a: inout Self, b: Self)
  static func -= (a: inout Self, b: Self)
  static prefix func - (a: Self) -> Self
}
extension Int: Signed {}
extension Int64: Signed {}
extension Double: Signed {}
extension Millimetres: Signed {
  public static func -= (a: inout Millimetres, b: Millimetres) { a = a - b }
}
extension Microseconds: Signed {
  public static func += (a: inout Microseconds, b: Microseconds) { a = a + b }
  public static func -= (a: inout Microseconds, b: Microseconds) { a = a - b }
  public static prefix func - (a: Microseconds) -> Microseconds { Microseconds(-a.value) }
}
extension Millimetres {
  public static func / (a: Millimetres, b: Double) -> Millimetres { Millimetres(a.value / b) }
}
extension MillimetresPerSecond {
  public static func / (a: MillimetresPerSecond, b: Microseconds) -> Millimetres {
    Millimetres(a.value / (Double(b.value) / 1_000_000))
  }
}

"""

PACKAGE = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Mutants",
  targets: [
    .target(name: "CommitPoint"),
    .target(name: "EngineModel", dependencies: ["CommitPoint"]),
    .testTarget(name: "CommitPointTests", dependencies: ["CommitPoint", "EngineModel"]),
  ])
"""


def main():
    folder = pathlib.Path(sys.argv[1])
    sources = folder / "Sources" / "CommitPoint"
    sources.mkdir(parents=True, exist_ok=True)
    mutator = Mutator()

    def write(path, text):
        # What is as it was keeps its date, so that it is not built again.
        if not path.exists() or path.read_text() != text:
            path.write_text(text)

    for path in sorted((ROOT / "Sources" / "CommitPoint").glob("*.swift")):
        # The mutants live in functions that are public but cannot be inlined.
        text = re.sub(r"@inlinable ", "", mutator.file(path))
        write(sources / path.name, text)
    write(sources / "Mutants.swift", SUPPORT + "\n".join(mutator.declarations) + "\n")
    write(folder / "Package.swift", PACKAGE)
    for name, target in [("Sources/EngineModel", "EngineModel"), ("Tests/CommitPointTests", "CommitPointTests")]:
        link = folder / name
        link.parent.mkdir(exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(ROOT / "Tests" / target)
    with open(folder / "mutants.tsv", "w") as table:
        for mutant in mutator.mutants:
            table.write("\t".join(map(str, mutant)) + "\n")


main()
