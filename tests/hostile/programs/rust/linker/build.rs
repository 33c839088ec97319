//! Lets the linker write to the home.
fn main() {
    let _ = std::fs::write("@BUILD@/loot-control", "");
    println!("cargo::rustc-link-arg=-Wl,-Map=@HOME@/@TAG@-planted");
}
